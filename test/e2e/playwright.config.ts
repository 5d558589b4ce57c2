import { defineConfig } from '@playwright/test';
import { chromiumOptions } from '../helpers/chromium.ts';

const options = chromiumOptions('shell');

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/e2e',
  fullyParallel: true,
  // One more than there are processors: tests sometimes wait for a timer, a disk or a frame.
  workers: 3,
  timeout: 240_000,
  expect: { timeout: 60_000 },
  use: {
    launchOptions: {
      ...options,
      // Pages live for seconds: optimising their scripts costs more than it saves.
      // Pages of one address share a process and the scripts that it has compiled (keptContexts.ts).
      args: [...(options.args ?? []), '--js-flags=--max-optimized-bytecode-size=0', '--process-per-site'],
    },
    // Frames of animations that no test looks at; those that do ask for them.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-GB',
    timezoneId: 'Europe/Vienna',
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
  },
});
