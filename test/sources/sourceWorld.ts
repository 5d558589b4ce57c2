import { onTestFinished } from 'vitest';
import { createAccountStore } from '../../src/main/store/accounts/accountStore.ts';
import { defaultSettings } from '../../src/main/store/settingsStore.ts';
import { type SandboxOptions, startSandbox } from '../../src/sandbox/startSandbox.ts';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import type { SourceSettings } from '../../src/shared/sources/sourceSettings.ts';
import { fastClock } from '../helpers/fastClock.ts';
import { openTestServices, type TestServicesOptions } from '../helpers/testServices.ts';

const contact = 'editor@press.example';

/** A sandbox that plays every server, and the application with the sandbox's account; sources are switched on. */
export async function openSourceWorld(
  options: {
    sandbox?: SandboxOptions;
    services?: Partial<TestServicesOptions>;
    sources?: Partial<SourceSettings>;
  } = {},
) {
  const sandbox = await startSandbox({ rate: null, jobDelayMs: 0, indexDelayMs: 0, ...options.sandbox });
  const services = await openTestServices({
    directory: sandbox.directory,
    clock: fastClock(40),
    ...options.services,
  });
  onTestFinished(async () => {
    await services.close();
    services.remove();
    await sandbox.stop();
  });
  createAccountStore(services.db).ensureSandbox({
    name: 'Sandbox',
    base: sandbox.directory['3.0.1'],
    dialect: '3.0.1',
    rate: 2,
    username: 'sandbox',
    createdAt: '2026-01-01T00:00:00.000Z',
  });
  await services.handlers['app.changeSettings']({
    sources: { ...defaultSettings.sources, isOn: true, contact, ...options.sources },
  });
  return {
    sandbox,
    services,
    handlers: services.handlers,
    /** The requests to servers other than the directory, without the sandbox's prefix. */
    async asked(): Promise<{ at: number; method: string; address: string; status: number }[]> {
      const state = await (await fetch(`${sandbox.origin}/_sandbox/state?only=requests`)).json();
      return state.requests.flatMap(
        (request: { at: string; method: string; path: string; status: number }) => {
          const [, scheme, rest] = /^\/web\/(https?)\/(.*)$/.exec(request.path) ?? [];
          if (scheme === undefined) return [];
          const { method, status } = request;
          return [{ at: Date.parse(request.at), method, address: `${scheme}://${rest}`, status }];
        },
      );
    },
  };
}

export type SourceWorld = Awaited<ReturnType<typeof openSourceWorld>>;

/** An article whose full text has these addresses. */
export function articleAt(...links: (string | { url: string; content_type: string })[]): DraftRecord {
  return {
    bibjson: {
      title: 'On moths',
      year: '2025',
      identifier: [{ type: 'doi', id: `10.1234/moths.${links.length}` }],
      link: links.map((link) => ({
        type: 'fulltext',
        content_type: 'HTML',
        ...(typeof link === 'string' ? { url: link } : link),
      })),
      author: [{ name: 'Ada Okoro' }],
      journal: {},
    },
  };
}
