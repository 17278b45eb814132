import fc from "fast-check";
import { expect, test } from "vitest";
import { type SseEvent, SseReader } from "../../../src/backends/transport/sse.ts";

function readAll(pieces: readonly string[]): SseEvent[] {
  const reader = new SseReader();
  return [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()];
}

const STREAMS: readonly (readonly [string, string, readonly SseEvent[]])[] = [
  ["an event", "data: a\n\n", [{ event: "", data: "a" }]],
  ["no blank after the colon", "data:a\n\n", [{ event: "", data: "a" }]],
  ["only the first blank is taken off", "data:  a\n\n", [{ event: "", data: " a" }]],
  ["several lines of data", 'data: {"a":\ndata: 1}\n\n', [{ event: "", data: '{"a":\n1}' }]],
  [
    "CRLF",
    "data: a\r\n\r\ndata: b\r\n\r\n",
    [
      { event: "", data: "a" },
      { event: "", data: "b" },
    ],
  ],
  [
    "lone CR",
    "data: a\r\rdata: b\r\r",
    [
      { event: "", data: "a" },
      { event: "", data: "b" },
    ],
  ],
  [
    "a named event",
    "event: error\ndata: x\n\ndata: y\n\n",
    [
      { event: "error", data: "x" },
      { event: "", data: "y" },
    ],
  ],
  ["comments", ": keepalive 512/4096\n\n: OPENROUTER PROCESSING\n\n", []],
  ["a comment within an event", "data: a\n: hm\ndata: b\n\n", [{ event: "", data: "a\nb" }]],
  ["an id and a retry", "id: 7\nretry: 10\ndata: a\n\n", [{ event: "", data: "a" }]],
  ["an event without data", "event: ping\n\n", []],
  ["an empty line of data", "data\n\n", [{ event: "", data: "" }]],
  [
    "no blank line at the end",
    "data: a\n\ndata: b",
    [
      { event: "", data: "a" },
      { event: "", data: "b" },
    ],
  ],
  ["a line separator in the data", "data: a\u2028b\u2029c\n\n", [{ event: "", data: "a\u2028b\u2029c" }]],
  ["nothing", "", []],
];

test.each(STREAMS)("events are read: %s", (_, text, events) => {
  expect(readAll([text])).toEqual(events);
});

test("where a stream is cut into pieces makes no difference", () => {
  const text = fc
    .array(
      fc.constantFrom("data: ", "data:", "event: e", ": c", "a", "ü", "{}", "\n", "\r", "\r\n", "\n\n"),
      { maxLength: 40 },
    )
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, fc.array(fc.nat(200), { maxLength: 12 }), (whole, cuts) => {
      const places = [0, ...cuts.filter((cut) => cut < whole.length).sort((a, b) => a - b), whole.length];
      const pieces = places.slice(1).map((place, index) => whole.slice(places[index], place));
      expect(readAll(pieces)).toEqual(readAll([whole]));
    }),
    { numRuns: 2000 },
  );
});

test("a line of 8 MB in small pieces is read in a time that grows with it, not with its square", () => {
  const reader = new SseReader();
  reader.push("data: ");
  const startedAt = performance.now();
  for (let index = 0; index < 16_384; index += 1) reader.push("x".repeat(512));
  const [event] = reader.push("\n\n");
  expect(event!.data).toHaveLength(16_384 * 512);
  // Put together again for each piece it takes minutes.
  expect(performance.now() - startedAt).toBeLessThan(5000);
});
