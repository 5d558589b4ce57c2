import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../test-results/electron',
  fullyParallel: true,
  workers: 2,
  timeout: 240_000,
  expect: { timeout: 60_000 },
});
