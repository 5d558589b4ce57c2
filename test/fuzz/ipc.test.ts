import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IpcMain, IpcMainInvokeEvent } from 'electron';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Host, openHost } from '../../src/main/openHost.ts';
import { createDispatch, type Dispatch } from '../../src/main/shell/dispatch.ts';
import { registerIpc } from '../../src/main/shell/ipc.ts';
import { channels } from '../../src/shared/channels.ts';
import { type Answer, type CallName, calls } from '../../src/shared/contract/contract.ts';
import { workerFiles } from '../helpers/programFiles.ts';
import { textOf } from '../helpers/textOf.ts';
import { inputsOf } from './callInputs.ts';
import { hostileText, inTime, oddity, patience, replaced, runs } from './hostile.ts';

vi.setConfig({ testTimeout: patience });

type Frame = { url: string; parent: Frame | null } | null;
const home: Frame = { url: 'colophon://app/', parent: null };

/** The adapter on a stand-in for Electron's `ipcMain`; the input is copied as Electron does. */
function startIpc(dispatch: Dispatch) {
  const handlers = new Map<string, Parameters<IpcMain['handle']>[1]>();
  registerIpc({ handle: (channel, handler) => void handlers.set(channel, handler) }, dispatch);
  const handle = handlers.get(channels.invoke)!;
  return {
    channels: [...handlers.keys()],
    async ask(frame: () => Frame, ...args: unknown[]): Promise<Answer> {
      const event = {
        get senderFrame() {
          return frame();
        },
      } as unknown as IpcMainInvokeEvent;
      return structuredClone(await handle(event, ...structuredClone(args)));
    },
  };
}

/** Values that the copy between processes supports but JSON does not. */
const uncommonValues: (() => unknown)[] = [
  () => undefined,
  () => 7n,
  () => Number.NaN,
  () => -Infinity,
  () => new Date(Number.NaN),
  () => new Date(0),
  () => new Map([['a', 1]]),
  () => new Set(['a']),
  () => /x/g,
  () => new Error('x'),
  () => new Uint8Array(1_000_000),
  () => new ArrayBuffer(8),
  () => Object('boxed'),
  () => Object(1n),
  () => new Array(1e8),
  () => {
    const round: Record<string, unknown> = {};
    round.round = round;
    return round;
  },
  () => {
    const odd = JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}');
    return odd;
  },
];
const uncommon = fc.constantFrom(...uncommonValues);

describe('the desktop’s IPC adapter on the real application', () => {
  const names = Object.keys(calls) as CallName[];
  const bugs: unknown[] = [];
  let folder: string;
  let host: Host;
  let ipc: ReturnType<typeof startIpc>;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'colophon-fuzz-'));
    host = await openHost({
      shell: 'electron',
      data: join(folder, 'data'),
      environment: { COLOPHON_API_KEY: 'a-key-for-nothing', XDG_STATE_HOME: folder },
      network: {
        fetch: () => Promise.reject(Object.assign(new Error('no network'), { code: 'ECONNREFUSED' })),
        isProxied: async () => true,
      },
      workerFiles,
    });
    await host.services.start();
    ipc = startIpc(createDispatch(host.services.handlers, { error: (_, data) => void bugs.push(data) }));
  });
  afterAll(async () => {
    await host.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('answers non-JSON values anywhere in any input and never crashes', async () => {
    const asked = fc
      .constantFrom(...names)
      .chain((name) => fc.tuple(fc.constant(name), inputsOf(name), fc.nat(), uncommon));
    await fc.assert(
      fc.asyncProperty(asked, async ([name, input, place, odd]) => {
        const answer = await inTime(name, () => ipc.ask(() => home, name, replaced(input, place, odd())));
        if (!answer.ok) expect(textOf(answer.error.message)).not.toBe('');
        expect(bugs).toEqual([]);
        expect('polluted' in {}).toBe(false);
      }),
      runs(500),
    );
  });

  test('stores nothing in a record that JSON cannot hold', async () => {
    for (const odd of uncommonValues) {
      const record = { bibjson: { title: 'A', own: odd() } };
      const answer = await ipc.ask(() => home, 'drafts.create', { accountId: 'sandbox', record });
      if (!answer.ok) expect(answer.error.code).toBe('input');
      expect(bugs).toEqual([]);
    }
  });

  test('answers calls with unknown names, missing or surplus input, and deep nesting', async () => {
    for (const name of ['__proto__', 'constructor', '', null, 7n, new Map(), ['app.settings'], undefined])
      expect(await ipc.ask(() => home, name, {})).toMatchObject({
        ok: false,
        error: { code: 'unknown_call' },
      });
    const tree = Array.from({ length: 40 }).reduce<unknown>((inner) => [inner, inner], 1);
    const many = Array.from({ length: 1_000_000 }, () => 0);
    const text = 'x'.repeat(50_000_000);
    for (const input of [tree, many, text, { record: { text } }])
      expect(await inTime('An input', () => ipc.ask(() => home, 'drafts.create', input))).toMatchObject({
        ok: false,
        error: { code: 'input' },
      });
    expect(await ipc.ask(() => home, 'app.settings')).toMatchObject({ ok: false });
    expect(await ipc.ask(() => home, 'app.settings', {}, { more: 1 })).toMatchObject({ ok: true });
    expect(bugs).toEqual([]);
  });
});

describe('a frame with another page', () => {
  const called: unknown[] = [];
  const { ask, channels: handled } = startIpc(async (name) => {
    called.push(name);
    return { ok: true, value: null };
  });
  const address = fc.oneof(
    hostileText,
    fc.webUrl(),
    fc.constantFrom(
      ...['colophon://app', 'colophon://app.evil.example/', 'colophon://report/', 'colophon://app/x'],
      ...[
        'colophon://a@app/',
        'colophon:app/',
        'colophon:///app/',
        'http://app/',
        'file:///app/',
        'about:blank',
      ],
      ...[
        'data:text/html,colophon://app/',
        'blob:colophon://app/x',
        'colophon://app:80/',
        'view-source:colophon://app/',
      ],
    ),
  );
  const frame = fc.oneof(
    address
      .filter((url) => !/^colophon:\/\/app\/?$/i.test(url.trim()))
      .map((url) => () => ({ url, parent: null })),
    fc.constantFrom<() => Frame>(
      () => null,
      () => ({ url: 'colophon://app/', parent: home }),
      // Electron throws if a frame is gone when it is inspected.
      () => {
        throw new Error('Render frame was disposed before WebFrameMain could be accessed');
      },
      () => ({
        parent: null,
        get url(): string {
          throw new Error('Render frame was disposed before WebFrameMain could be accessed');
        },
      }),
    ),
  );

  test('only gets refusals', async () => {
    await fc.assert(
      fc.asyncProperty(frame, fc.oneof(oddity, fc.constant('app.settings')), async (from, name) => {
        const answer = await ask(from, name, {});
        expect(answer).toMatchObject({ ok: false, error: { code: 'not_allowed' } });
      }),
      runs(500),
    );
    expect(called).toEqual([]);
    expect(handled).toEqual([channels.invoke]);
  });
});
