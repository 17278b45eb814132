import type { Io } from "./io.ts";
import { UsageError } from "./usage-error.ts";

const MAX_BYTES = 32 * 1024 * 1024;

/** All of stdin as text. Larger input than any context holds is refused. Ctrl-C ends the waiting. @throws the signal's reason then */
export async function readAll(io: Io): Promise<string> {
  const interrupt = (): void => void io.stdin.destroy(io.signal.reason as Error);
  io.signal.addEventListener("abort", interrupt, { once: true });
  try {
    return await readStdin(io);
  } finally {
    io.signal.removeEventListener("abort", interrupt);
  }
}

async function readStdin(io: Io): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of io.stdin as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new UsageError("stdin holds more than 32 MB");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
