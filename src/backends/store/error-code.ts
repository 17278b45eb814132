/** The system's code of an error (`ENOENT`, `EROFS`), or its message where it has none. */
export function errorCode(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return typeof code === "string" ? code : String(message ?? error);
}
