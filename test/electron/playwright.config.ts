import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../test-results/electron',
  fullyParallel: true,
  workers: 2,
  // Tests that pass only at the second try are named at the end of the test command.
  retries: 1,
  timeout: 240_000,
  expect: { timeout: 20_000 },
});
