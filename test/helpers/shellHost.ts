import { createEvents, type Events } from '../../src/main/platform/events.ts';
import type { Log } from '../../src/main/platform/log.ts';
import { createDispatch, type Dispatch } from '../../src/main/shell/dispatch.ts';
import type { Handlers } from '../../src/shared/contract/contract.ts';
import { AppError } from '../../src/shared/errors.ts';
import { literal } from '../../src/shared/message.ts';

/** A small application behind the dispatcher: a few handlers that succeed or fail, and a recorded log. */
export interface ShellHost {
  dispatch: Dispatch;
  events: Events;
  log: Pick<Log, 'error'>;
  logged: { event: string; data: Record<string, unknown> | undefined }[];
  /** The inputs that `imports.write` received. */
  pieces: string[];
}

export const settings = {
  theme: 'dark',
  accountId: null,
  density: 'compact',
  batchBytes: 600_000,
  bulkTimeout: 600,
  looksFirst: true,
  followEvery: 30,
  watches: true,
  looksForMissing: 'never',
  sendsFound: null,
  checksLinks: 'never',
  checker: '',
  language: 'system',
  shortcuts: {},
  sources: {
    isOn: false,
    contact: '',
    pause: 1,
    crossref: 'https://api.crossref.org/',
    handles: 'https://doi.org/',
  },
  checksForUpdates: true,
  asksForRules: false,
  tourSeen: false,
  lists: {},
} as const;

/** Creates the application for the shell tests, the same for every shell. */
export function createShellHost(): ShellHost {
  const logged: ShellHost['logged'] = [];
  const pieces: string[] = [];
  const handlers: Partial<Handlers> = {
    'app.settings': () => ({ ...settings, secret: 'not in the contract' }),
    'imports.write': ({ at, piece }) => {
      pieces.push(piece);
      return { received: at + piece.length };
    },
    'accounts.remove': () => {
      throw new AppError('state', literal('The account has drafts.'), {
        why: literal('They would go with it.'),
        fix: literal('Send them or remove them first.'),
        details: 'three of them',
      });
    },
    'accounts.list': () => {
      throw new TypeError('a fault that nobody should read');
    },
    'accounts.presets': () => {
      throw 'a thrown string';
    },
    'journals.list': () => JSON.parse('{"journals": "none", "fetchedAt": 7}'),
    'drafts.create': ({ record }) => {
      throw new AppError('state', literal(JSON.stringify(record)));
    },
  };
  const log: ShellHost['log'] = { error: (event, data) => void logged.push({ event, data }) };
  return { dispatch: createDispatch(handlers as Handlers, log), log, events: createEvents(), logged, pieces };
}
