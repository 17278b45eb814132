import type { ErrorsOf } from "./ajv-compiler.ts";
import { compileSchema } from "./compile-schema.ts";
import type { ContractName } from "./contract.ts";
import { contractOf } from "./contracts/index.ts";
import { issuesOf, type ValidatorError } from "./issue.ts";
import type { Validator } from "./validator.ts";

interface GeneratedModule {
  readonly validate: ((value: unknown) => boolean) & { readonly errors?: readonly ValidatorError[] | null };
}

const loaded = new Map<ContractName, Promise<Validator>>();

/**
 * The validator of a contract. It is generated when the package is built, so that no schema is compiled and ajv is not loaded;
 * where the generated file cannot be had (a bundler left it out) it is compiled on demand.
 */
export function validatorFor(name: ContractName): Promise<Validator> {
  let validator = loaded.get(name);
  if (validator === undefined) {
    validator = load(name);
    loaded.set(name, validator);
  }
  return validator;
}

async function load(name: ContractName): Promise<Validator> {
  const { schema } = contractOf(name);
  const errorsOf = await loadGenerated(name);
  if (errorsOf !== null) return { validate: (value) => issuesOf(errorsOf(value), { value, schema }) };
  const compiled = await compileSchema(schema);
  if (!compiled.ok) throw new Error(`The schema of the contract ${name} does not compile.`);
  return compiled.validator;
}

/** The path is the same from `src/schema` and from `dist/schema`. */
async function loadGenerated(name: ContractName): Promise<ErrorsOf | null> {
  try {
    const url = new URL(`../../dist/schema/validators/${name}.js`, import.meta.url);
    const { validate } = (await import(url.href)) as GeneratedModule;
    return (value) => (validate(value) ? [] : (validate.errors ?? []));
  } catch {
    return null;
  }
}
