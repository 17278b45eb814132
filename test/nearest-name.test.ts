import { expect, test } from "vitest";
import { nearestName } from "../src/nearest-name.ts";

const NAMES = ["model", "endpoint", "structured_decoding", "stop"];

test.each([
  ["modle", "model"],
  ["modl", "model"],
  ["MODEL", "model"],
  ["endpoints", "endpoint"],
  ["structured-decodng", "structured_decoding"],
  ["top", "stop"],
  ["temperature", null],
  ["", null],
  ["x".repeat(1_000_000), null],
])("nearest to %.20s is %s", (typed, nearest) => {
  expect(nearestName(typed, NAMES)).toBe(nearest);
});
