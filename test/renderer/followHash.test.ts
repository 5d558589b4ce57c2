import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  followHash,
  hrefOf,
  type Route,
  useNextScreen,
  useRoute,
} from '../../src/renderer/state/navigation/route.ts';

/** The part of a window that an address needs. */
class Address extends EventTarget {
  location = { hash: '' };
  goTo(hash: string): void {
    this.location.hash = hash;
    this.dispatchEvent(new Event('hashchange'));
  }
}

let address: Address;
let fetches: { route: Route; end: () => void }[];
let stop: () => void;
const here = new Set<string>(['drafts']);
const shown = () => hrefOf(useRoute.getState().route);

beforeEach(() => {
  address = new Address();
  Object.assign(globalThis, { window: address });
  fetches = [];
  stop = followHash((route) => {
    if (here.has(route.screen)) return null;
    return new Promise<void>((resolve) => fetches.push({ route, end: resolve }));
  });
});
afterEach(() => {
  stop();
  Reflect.deleteProperty(globalThis, 'window');
});

test('a screen whose code is loaded is shown at once', () => {
  address.goTo('#/drafts/7');
  expect(shown()).toBe('#/drafts/7');
});

test('the previous screen stays until the code of the next one is loaded', async () => {
  address.goTo('#/drafts');
  address.goTo('#/settings');
  expect(shown()).toBe('#/drafts');
  fetches[0]!.end();
  await Promise.resolve();
  expect(shown()).toBe('#/settings');
});

test('when two screens are requested, the last one is shown in any order of loading', async () => {
  address.goTo('#/drafts');
  address.goTo('#/search');
  address.goTo('#/settings');
  fetches[1]!.end();
  await Promise.resolve();
  fetches[0]!.end();
  await Promise.resolve();
  expect(shown()).toBe('#/settings');
});

test('a dialog that goes elsewhere when the address changes is told of each address once', () => {
  address.goTo('#/drafts');
  let told = 0;
  const stopListening = useRoute.subscribe(() => {
    told += 1;
    if (told < 10) address.goTo('#/drafts/8');
  });
  address.goTo('#/drafts/8');
  address.goTo('#/drafts/9');
  stopListening();
  expect(shown()).toBe('#/drafts/8');
  expect(told).toBe(3);
});

test('a screen that is being fetched tells nobody of a route before it is shown', async () => {
  const told: string[] = [];
  address.goTo('#/drafts');
  const stopListening = useRoute.subscribe(({ route }) => told.push(hrefOf(route)));
  address.goTo('#/settings');
  expect(told).toEqual([]);
  expect(useNextScreen.getState().screen).toBe('settings');
  fetches[0]!.end();
  await Promise.resolve();
  stopListening();
  expect(told).toEqual(['#/settings']);
});
