import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

/** What becomes of the rest of an answer: read on, it is not wanted, or the answer itself said that this was all. */
export type AfterPiece = "more" | "stop" | "done";

export interface BodyReading {
  readonly contentEncoding: string | undefined;
  readonly maxBytes: number;
  readonly onText: ((text: string) => AfterPiece) | undefined;
  /** Gives the connection up. */
  readonly end: (why: "too_large" | "enough") => void;
}

export interface BodyRead {
  readonly text: string;
  /** Not all of it was wanted. */
  readonly endedEarly: boolean;
}

/** A callback of the caller's threw: a bug there, and no failure of the exchange. */
export class CallbackError extends Error {
  override readonly name = "CallbackError";
}

/** How long a server may take to close an answer that it said was over; then the connection is not kept. */
const LINGER_MS = 100;

/** Reads a body as UTF-8; what is none becomes U+FFFD. The cap counts bytes after decompression. */
export async function readBody(body: Readable, reading: BodyReading): Promise<BodyRead> {
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  let bytes = 0;
  let linger: NodeJS.Timeout | undefined;
  try {
    for await (const chunk of decompressed(body, reading.contentEncoding) as AsyncIterable<Uint8Array>) {
      if (linger !== undefined) continue;
      bytes += chunk.byteLength;
      if (bytes > reading.maxBytes) reading.end("too_large");
      const piece = decoder.decode(chunk, { stream: true });
      pieces.push(piece);
      const after = bytes > reading.maxBytes ? "stop" : handed(piece, reading);
      if (after === "done") linger = setTimeout(() => reading.end("enough"), LINGER_MS);
      if (after !== "stop") continue;
      reading.end("enough");
      return { text: pieces.join(""), endedEarly: true };
    }
  } catch (thrown) {
    // How a connection ends after the answer has said that it is complete is of no interest.
    if (linger === undefined) throw thrown;
  } finally {
    clearTimeout(linger);
  }
  pieces.push(decoder.decode());
  return { text: pieces.join(""), endedEarly: false };
}

function handed(piece: string, { onText }: BodyReading): AfterPiece {
  try {
    return onText?.(piece) ?? "more";
  } catch (cause) {
    throw new CallbackError("a callback threw", { cause });
  }
}

/** Identity was asked for; a server that compresses all the same is read too. */
function decompressed(body: Readable, contentEncoding: string | undefined): Readable {
  const decoder = {
    gzip: createGunzip,
    "x-gzip": createGunzip,
    deflate: createInflate,
    br: createBrotliDecompress,
  }[contentEncoding?.trim().toLowerCase() ?? ""];
  if (decoder === undefined) return body;
  const stream = decoder();
  body.on("error", (error) => stream.destroy(error));
  return body.pipe(stream);
}
