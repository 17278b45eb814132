import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/live/**"],
    globalSetup: ["test/helpers/build-once.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Most of the time is spent waiting for processes and servers: a core left free stays idle.
    maxWorkers: "100%",
    coverage: { include: ["src/**"], provider: "v8" },
  },
});
