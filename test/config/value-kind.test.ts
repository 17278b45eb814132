import { describe, expect, test } from "vitest";
import { findKey, nearestKey } from "../../src/config/find-key.ts";
import { KEYS, type KeyName } from "../../src/config/keys.ts";
import { quoted } from "../../src/config/quoted.ts";
import type { Parsed } from "../../src/config/value-kind.ts";

function read(name: KeyName, text: string): unknown {
  const parsed = KEYS[name].kind.fromText(text) as Parsed<unknown>;
  return parsed.ok ? parsed.value : null;
}

describe("text is read as", () => {
  test.each<[KeyName, string, unknown]>([
    ["endpoint", "http://127.0.0.1:8080/v1", "http://127.0.0.1:8080/v1"],
    ["endpoint", "localhost:11434/v1", "http://localhost:11434/v1"],
    ["endpoint", "192.168.1.5/v1", "http://192.168.1.5/v1"],
    ["endpoint", "api.example.com/v1", "https://api.example.com/v1"],
    ["endpoint", "gpu.example.com:8000/v1", "http://gpu.example.com:8000/v1"],
    ["endpoint", "HTTPS://h.example", "HTTPS://h.example"],
    ["endpoint", "[::1]:8080", "http://[::1]:8080"],
    ["endpoint", "file:///etc/passwd", null],
    ["endpoint", "javascript:alert(1)", null],
    ["endpoint", "http://", null],
    ["endpoint", "", null],
    ["endpoint", "http://u@h/", null],
    ["endpoint", "http://h/ x", null],
    ["endpoint", "http://h/\u001b[2J", null],
    ["endpoint", "http://b\u00fccher.example/v1", "http://b\u00fccher.example/v1"],
    ["model", "a\u202eb", null],
    ["timeout_ms", "1.5s", 1500],
    ["timeout_ms", "2 m", 120_000],
    ["timeout_ms", "0", null],
    ["timeout_ms", "1e9", null],
    ["timeout_ms", "soon", null],
    ["temperature", "0", 0],
    ["temperature", ".7", 0.7],
    ["temperature", "-0.1", null],
    ["temperature", "NaN", null],
    ["temperature", "", null],
    ["temperature", "0x1", null],
    ["concurrency", "4", 4],
    ["concurrency", "4.5", null],
    ["stop", "END", ["END"]],
    ["stop", '["a","b"]', ["a", "b"]],
    ["stop", "[a", null],
    ["stop", "[]", []],
    ["provider", "Ollama", "ollama"],
    ["provider", "constructor", null],
    ["api_key_env", "OPENAI_API_KEY", "OPENAI_API_KEY"],
    ["api_key_env", "sk-proj-abc", null],
    ["api_key_env", "gsk_a1b2c3d4e5f6g7h8i9j0", null],
    ["api_key_env", "HF_TOKEN", "HF_TOKEN"],
    ["model", "\u001b[31mred", null],
    ["model", "qwen3:4b", "qwen3:4b"],
  ])("%s %j: %j", (name, text, value) => {
    expect(read(name, text)).toEqual(value);
  });
});

test.each([
  ["model", "model"],
  ["endpoints.fast.model", "model"],
  ["endpoints.fast.temperature", null],
  ["endpoints.fast", null],
  ["endpoints.fast.model.x", null],
  ["endpoints.__proto__.model", null],
  ["endpoints.a b.model", null],
  ["__proto__", null],
  ["constructor", null],
  ["", null],
])("the key %j is %j", (typed, key) => {
  expect(findKey(typed)?.key ?? null).toBe(key);
});

test.each([
  ["modle", "model"],
  ["structured-decoding", "structured_decoding"],
  ["timeout", "timeout_ms"],
  ["endpoints.fast.modl", "endpoints.fast.model"],
  ["endpoints.fast", null],
  ["zzz", null],
])("nearest to %j is %j", (typed, nearest) => {
  expect(nearestKey(typed)).toBe(nearest);
});

test("foreign text in a message is short, and nothing in it is acted on", () => {
  expect(quoted("a\u001b[2J\u009b\u202eb\n")).toBe('"a\\u001b[2J\\u009b\\u202eb\\u000a"');
  expect(quoted("\ud83d\ude00\ud83d")).toBe('"\ud83d\ude00\\ud83d"');
  expect(quoted("x".repeat(1000)).length).toBeLessThan(70);
});
