import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: "test/support/fresh-build.ts",
    pool: "threads",
    maxWorkers: 2,
    isolate: false,
    testTimeout: 120_000,
  },
});
