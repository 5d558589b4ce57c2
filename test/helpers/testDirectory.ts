import type { ProfileChoice } from '../../src/sandbox/profile.ts';
import type { LoggedRequest } from '../../src/sandbox/requestLog.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/startSandbox.ts';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';

export const goodKey = 'a1b2c3d4e5f60718293a4b5c6d7e8f90';
export const otherKey = '90f8e7d6c5b4a39281706f5e4d3c2b1a';

/** Two publishers: pub1 has a listed journal and a withdrawn one, pub2 has one of its own. */
export const world = {
  accounts: [
    { id: 'pub1', api_key: goodKey, roles: ['api', 'publisher'] },
    { id: 'pub2', api_key: otherKey, roles: ['api', 'publisher'] },
  ],
  journals: [
    journal('j1', 'pub1', true, { pissn: '1234-5679', eissn: '2345-6787' }),
    journal('j2', 'pub1', false, { pissn: '5678-9017', eissn: '6789-0121' }),
    journal('j3', 'pub2', true, { eissn: '4567-8901' }),
  ],
  articles: [],
  applications: [],
};

function journal(id: string, owner: string, inDoaj: boolean, issns: { pissn?: string; eissn?: string }) {
  return {
    id,
    created_date: '2020-01-01T00:00:00Z',
    last_updated: '2020-01-01T00:00:00Z',
    admin: { owner, in_doaj: inDoaj },
    bibjson: {
      title: `Journal ${id}`,
      ...issns,
      publisher: { name: 'Press', country: 'NL' },
      language: ['EN'],
    },
  };
}

/** A sandbox without limit and delays by default, and the calls to control it. */
export async function startTestDirectory(options: SandboxOptions = {}) {
  const sandbox: Sandbox = await startSandbox({
    world,
    rate: null,
    indexDelayMs: 0,
    jobDelayMs: 0,
    ...options,
  });
  const steer = async (path: string, body?: unknown, method = 'POST') => {
    const response = await fetch(`${sandbox.origin}/_sandbox/${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  };
  const state = async (only: string) =>
    (await (await fetch(`${sandbox.origin}/_sandbox/state?only=${only}`)).json()) as {
      articles: {
        id: string;
        last_updated: string;
        bibjson: { title: string; identifier: { type: string; id: string }[] };
      }[];
      requests: LoggedRequest[];
    };
  return {
    ...sandbox,
    fault: (fault: unknown) => steer('faults', fault),
    clearFaults: () => steer('faults', undefined, 'DELETE'),
    maintenance: (on: boolean) => steer('maintenance', { on }),
    limit: (rate: unknown) => steer('limit', rate),
    reset: () => steer('reset'),
    /** An action of the directory's staff (`sandbox/staff/staffActions.ts`). */
    staff: (action: string, about: object = {}) => steer('staff', { action, ...about }),
    /** Articles that Crossref and the repositories have, and the directory does not. */
    publish: (articles: readonly DraftRecord[]) =>
      steer('published', { articles: articles.map(({ bibjson }) => bibjson) }),
    play: (profile: ProfileChoice) => steer('profile', { profile }),
    articles: async () => (await state('articles')).articles,
    requests: async () => (await state('requests')).requests,
  };
}

export type TestDirectory = Awaited<ReturnType<typeof startTestDirectory>>;

/** An article of about `bytes` that the directory accepts; with the `issns` of another publisher it is refused. */
export function article(
  number: number,
  {
    bytes = 0,
    issns = ['1234-5679', '2345-6787'],
    ...bibjson
  }: { bytes?: number; issns?: string[] } & DraftRecord = {},
): DraftRecord {
  const [pissn, eissn] = issns;
  const record = {
    bibjson: {
      title: `Article ${number}`,
      year: '2024',
      month: '5',
      abstract: '',
      author: [{ name: 'Ada Example', affiliation: 'University of Nowhere' }],
      keywords: ['soil', 'water'],
      journal: { volume: '1', number: '2', start_page: '3', end_page: '9' },
      identifier: [
        { type: 'doi', id: `10.5555/article.${number}` },
        ...(pissn ? [{ type: 'pissn', id: pissn }] : []),
        ...(eissn ? [{ type: 'eissn', id: eissn }] : []),
      ],
      link: [{ type: 'fulltext', url: `https://j1.example.org/article/${number}`, content_type: 'HTML' }],
      ...bibjson,
    },
  };
  const missing = bytes - JSON.stringify(record).length;
  if (missing > 0) record.bibjson.abstract = 'Soil holds water. '.repeat(missing / 18 + 1).slice(0, missing);
  return record;
}

/** An article that our rules accept and the directory refuses, since its journal belongs to another publisher. */
export function foreignArticle(number: number, bytes = 0): DraftRecord {
  return article(number, { bytes, issns: ['', '4567-8901'] });
}
