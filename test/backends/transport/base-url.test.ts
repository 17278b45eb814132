import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { completionsUrl, normalizeBaseUrl } from "../../../src/backends/transport/base-url.ts";

const MENDED: readonly (readonly [string, string, readonly string[]])[] = [
  ["http://127.0.0.1:8080/v1", "http://127.0.0.1:8080/v1", []],
  ["  http://127.0.0.1:8080/v1/  ", "http://127.0.0.1:8080/v1", []],
  ['"http://127.0.0.1:8080/v1"', "http://127.0.0.1:8080/v1", []],
  ["<http://127.0.0.1:8080/v1>", "http://127.0.0.1:8080/v1", []],
  ["HTTP://LocalHost:8080/v1", "http://localhost:8080/v1", []],
  ["http://localhost:80/v1", "http://localhost/v1", []],
  ["http://127.0.0.1:8080//v1///", "http://127.0.0.1:8080/v1", []],
  ["http:\\\\127.0.0.1:8080\\v1", "http://127.0.0.1:8080/v1", []],
  ["http:/127.0.0.1:8080/v1", "http://127.0.0.1:8080/v1", []],
  ["http//127.0.0.1:8080/v1", "http://127.0.0.1:8080/v1", []],
  ["http://[::1]:8080/v1", "http://[::1]:8080/v1", []],
  ["https://gateway.example/llm/v1", "https://gateway.example/llm/v1", []],
  [
    "https://generativelanguage.example/v1beta/openai",
    "https://generativelanguage.example/v1beta/openai",
    [],
  ],
  ["localhost:11434/v1", "http://localhost:11434/v1", ["scheme_added"]],
  ["127.0.0.1/v1", "http://127.0.0.1/v1", ["scheme_added"]],
  ["[::1]:11434/v1", "http://[::1]:11434/v1", ["scheme_added"]],
  ["//localhost:11434/v1", "http://localhost:11434/v1", ["scheme_added"]],
  ["ollama:11434/v1", "http://ollama:11434/v1", ["scheme_added"]],
  ["http:11434/v1", "http://http:11434/v1", ["scheme_added"]],
  ["192.168.1.20/v1", "http://192.168.1.20/v1", ["scheme_added"]],
  ["box.local/v1", "http://box.local/v1", ["scheme_added"]],
  ["api.example.com/v1", "https://api.example.com/v1", ["scheme_added"]],
  ["api.example.com:443/v1", "https://api.example.com/v1", ["scheme_added"]],
  ["http://localhost:1234/v1/chat/completions", "http://localhost:1234/v1", ["route_cut_off"]],
  ["http://localhost:1234/v1/models/", "http://localhost:1234/v1", ["route_cut_off"]],
  ["http://localhost:11434/api/chat", "http://localhost:11434", ["route_cut_off", "missing_v1"]],
  ["http://localhost:1234", "http://localhost:1234", ["missing_v1"]],
  ["http://localhost:1234/", "http://localhost:1234", ["missing_v1"]],
  ["https://router.example/api", "https://router.example/api", ["missing_v1"]],
  ["http://localhost:1234/v1?key=abc#x", "http://localhost:1234/v1", ["query_cut_off"]],
  ["http://me:pass@localhost:1234/v1", "http://localhost:1234/v1", ["credentials"]],
  ["http://0.0.0.0:11434/v1", "http://127.0.0.1:11434/v1", ["any_address"]],
  ["http://[::]:11434/v1", "http://[::1]:11434/v1", ["any_address"]],
  ["https://localhost:8443/v1", "https://localhost:8443/v1", ["https_loopback"]],
];

const REFUSED: readonly (readonly [string, RegExp])[] = [
  ["", /empty/],
  ["   ", /empty/],
  ["http://", /names no host/],
  ["ftp://127.0.0.1/v1", /begins with ftp:/],
  ["file:///v1", /begins with file:/],
  ["http://127.0.0.1:99999/v1", /above 65535/],
  ["http://127.0.0.1:0/v1", /port 0/],
  ["http://127.0.0.1:eighty/v1", /not a number/],
  ["::1:8080/v1", /brackets/],
  ["http://my host/v1", /not a URL/],
];

describe("a base URL as people paste it", () => {
  test.each(MENDED)("%s becomes %s", (text, url, notes) => {
    expect(normalizeBaseUrl(text)).toEqual({ ok: true, url, notes });
  });

  test.each(REFUSED)("%j cannot be used, and the sentence says why", (text, why) => {
    const result = normalizeBaseUrl(text);
    expect(result).toMatchObject({ ok: false, hint: "Write it like http://127.0.0.1:8080/v1" });
    expect((result as { message: string }).message).toMatch(why);
  });

  test("any text is refused or becomes a URL that stays the same when it is normalised again", () => {
    const parts = fc.array(
      fc.oneof(
        fc.constantFrom(
          "http",
          "https",
          ":",
          "/",
          "//",
          "@",
          "[",
          "]",
          "::1",
          "localhost",
          ".",
          "?",
          "#",
          "v1",
          "\\",
          "%",
        ),
        fc.string({ maxLength: 6 }),
      ),
      { maxLength: 10 },
    );
    fc.assert(
      fc.property(parts, (pieces) => {
        const once = normalizeBaseUrl(pieces.join(""));
        if (!once.ok) return;
        const twice = normalizeBaseUrl(once.url);
        expect(twice).toMatchObject({ ok: true, url: once.url });
        expect(new URL(completionsUrl(once.url)).href).toBe(`${once.url}/chat/completions`);
      }),
      { numRuns: 2000 },
    );
  });

  test("a password comes back in neither result", () => {
    const secret = fc.stringMatching(/^[A-Za-z0-9]{8,20}$/);
    const rest = fc.constantFrom("localhost:1234/v1", "host:99999/v1", "my host/v1", "", ":::", "[::1/v1");
    fc.assert(
      fc.property(secret, rest, (password, tail) => {
        const text = JSON.stringify(normalizeBaseUrl(`http://someone:${password}@${tail}`));
        expect(text).not.toContain(password);
      }),
    );
  });
});
