import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Injects axe-core into the page once. It turns text into code, so the test must use `bypassCSP`. */
export async function loadAxe(page: Page): Promise<void> {
  const isThere = await page.evaluate('"axe" in window');
  if (!isThere) await page.evaluate(source);
}
