import http from "node:http";
import https from "node:https";
import { parseJson } from "../../json-value.ts";
import type { Get, GetReply } from "./completion.ts";
import { errorLinks } from "./error-links.ts";

const MAX_BYTES = 2 * 1024 * 1024;

/**
 * One GET by node:http: for `status`, which has to answer at once. undici alone would take longer to load than everything
 * else. Same rules: no redirect followed, no proxy, a cap on size and time, no key in an error.
 */
export const lightGet: Get = (url, { apiKey, timeoutMs, signal, maxResponseBytes = MAX_BYTES }) =>
  new Promise<GetReply>((resolve) => {
    const startedAt = performance.now();
    const durationMs = (): number => performance.now() - startedAt;
    const fail = (thrown: unknown, late: boolean): void => {
      const error = late
        ? [{ name: "TimeoutError", message: `no answer within ${timeoutMs} ms` }]
        : errorLinks(thrown);
      resolve({
        ok: false,
        durationMs: durationMs(),
        failure: { error, ...(late ? { context: { local_timeout: true } } : {}) },
      });
    };
    if (!URL.canParse(url)) return fail(new TypeError("the endpoint is not a URL"), false);
    const client = new URL(url).protocol === "https:" ? https : http;
    let late = false;
    const request = client.get(
      url,
      {
        headers: {
          accept: "application/json",
          ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
        },
        agent: false,
        ...(signal === undefined ? {} : { signal }),
      },
      (response) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        response.on("data", (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > maxResponseBytes) request.destroy(new Error("the answer is larger than it may be"));
          else chunks.push(chunk);
        });
        response.on("end", () => {
          clearTimeout(timer);
          const text = Buffer.concat(chunks).toString("utf8");
          const headers = Object.fromEntries(
            Object.entries(response.headers).map(([name, value]) => [
              name,
              Array.isArray(value) ? value.join(", ") : (value ?? ""),
            ]),
          );
          resolve({
            ok: true,
            status: response.statusCode ?? 0,
            headers,
            text,
            json: parseJson(text),
            durationMs: durationMs(),
          });
        });
        response.on("error", (error) => fail(error, late));
      },
    );
    const timer = setTimeout(() => {
      late = true;
      request.destroy();
    }, timeoutMs);
    request.on("error", (error) => {
      clearTimeout(timer);
      fail(error, late);
    });
  });
