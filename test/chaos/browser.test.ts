import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findChromium } from '../helpers/chromium.ts';
import { isFullRun, onlyInFullRuns } from '../helpers/fullRuns.ts';
import { openTestServices } from '../helpers/testServices.ts';
import type { Application, Outcome } from './application.ts';
import { openBrowser } from './browser.ts';
import { idleApplication } from './faults/worldOf.ts';
import { createModel } from './model.ts';
import { type Random, seeded } from './seeded.ts';

const hasBrowser = findChromium('shell') !== null && existsSync('out/renderer');
const inBrowser =
  isFullRun && !hasBrowser ? { skip: true, meta: { reason: 'no browser, or not built' } } : {};
const options = { ...inBrowser, ...onlyInFullRuns, timeout: 240_000 };

test('a browser finds a screen that cannot be shown, and no fault in those that can', options, async () => {
  const nowhere = 'http://127.0.0.1:9/api/v3/';
  const services = await openTestServices({ directory: { '3.0.1': nowhere, '4.0': nowhere } });
  let isFaulty = false;
  const call = async (name: string, input: unknown): Promise<Outcome<unknown>> => {
    const handlers = services.handlers as unknown as Record<string, (input: unknown) => Promise<unknown>>;
    try {
      const value = await handlers[name]!(input);
      return { how: 'ok', value: isFaulty && name === 'overview.get' ? { journals: 7 } : value };
    } catch {
      return { how: 'died' };
    }
  };
  const application = { ...idleApplication, isRunning: true, call: call as Application['call'] };
  const browser = await openBrowser(application);
  try {
    const at = (path: string): Random => ({ ...seeded(1), pick: (all) => all.find((one) => one === path)! });
    expect(await browser.look(createModel(), at('#/drafts'))).toEqual([]);
    isFaulty = true;
    const found = await browser.look(createModel(), at('#/overview'));
    expect(found).toMatchObject([{ check: 'blank screen' }]);
    isFaulty = false;
    expect(await browser.look(createModel(), at('#/settings'))).toEqual([]);
  } finally {
    await browser.close();
    await services.close();
    services.remove();
  }
});
