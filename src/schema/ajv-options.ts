/** Issues of one value that are collected at most; a model is told far fewer, and a person reads no more. */
const MAX_ERRORS = 100;

/**
 * How every validator is compiled, at build time and on demand. `ownProperties`: `{}` does not have `constructor`.
 * Messages are left out because issues are data.
 */
export const AJV_OPTIONS = {
  allErrors: true,
  ownProperties: true,
  strict: false,
  validateSchema: false,
  validateFormats: false,
  messages: false,
  logger: false,
} as const;

/**
 * Generated code that stops collecting at `MAX_ERRORS`, so that a large wrong document costs no more memory than a small one. Only for
 * schemas of the subset: `anyOf` and `$ref` count on every error being kept.
 */
export function boundErrors(code: string): string {
  return code.replace(/vErrors\.push\((err\d+)\)/g, `(vErrors.length < ${MAX_ERRORS} && vErrors.push($1))`);
}
