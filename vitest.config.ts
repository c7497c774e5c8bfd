import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{src,test,bench}/**/*.test.ts'],
    // The recorded traces take one of the cores for most of the time.
    maxWorkers: '100%',
    // A hang is what these are for: a test that promises a speed asserts it, and a loaded machine fails none.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      exclude: ['**/*.test.ts', '**/fake*.ts'],
      reporter: ['text', 'json-summary'],
      thresholds: { lines: 90, statements: 90, functions: 90, branches: 85 },
    },
  },
});
