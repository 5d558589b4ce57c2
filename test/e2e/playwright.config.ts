import { defineConfig } from '@playwright/test';
import { chromiumOptions } from '../helpers/chromium.ts';

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/e2e',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    launchOptions: chromiumOptions(),
    locale: 'en-GB',
    timezoneId: 'Europe/Vienna',
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
  },
});
