import { expect, test } from 'vitest';
import {
  type HarvestState,
  harvestRecords,
  type Repository,
  readOffer,
} from '../../src/main/sources/harvest/harvestRecords.ts';
import type { Message } from '../../src/shared/message.ts';

const record = (number: number) =>
  `<record><header><identifier>oai:${number}</identifier><datestamp>2024-01-01</datestamp></header></record>`;
const token = (text: string) => `<resumptionToken>${text}</resumptionToken>`;
const error = (code: string) => `<error code="${code}"/>`;

/** A repository that answers each request with the content of a response. */
function repositoryOf(answer: (args: URLSearchParams) => string): Repository {
  return {
    client: {
      ask: async ({ address }) => ({
        kind: 'answer',
        status: 200,
        headers: new Headers(),
        body: Buffer.from(`<OAI-PMH>${answer(new URL(address).searchParams)}</OAI-PMH>`),
        isWhole: true,
        isTooLarge: false,
        address,
        hops: [],
      }),
    },
    address: 'https://press.example/oai',
    sandboxAddress: null,
    signal: new AbortController().signal,
  };
}

async function harvest(answer: (args: URLSearchParams) => string) {
  const states: HarvestState[] = [];
  const notes: Message[] = [];
  let kept = 0;
  const ended = harvestRecords({
    ...repositoryOf(answer),
    query: { prefix: 'jats', set: '', from: '' },
    state: { token: '', responseDate: null },
    offered: () => undefined,
    keep: async ({ records }) => {
      kept += records.length;
    },
    restart: async () => {
      kept = 0;
    },
    progress: (state) => void states.push(state),
    note: (message) => void notes.push(message),
  });
  const isComplete = await ended.catch(() => null);
  return { isComplete, kept, token: states.at(-1)?.token, notes: notes.map(({ key }) => key) };
}

test('sets that continue endlessly are read up to a limit', async () => {
  let pages = 0;
  const repository = repositoryOf((args) => (args.get('verb') === 'ListSets' ? token(`${++pages}`) : ''));
  expect((await readOffer(repository)).sets).toEqual([]);
  expect(pages).toBeLessThan(1_000);
});

test('after a list has begun again, its expired token is never resumed', async () => {
  const run = await harvest((args) =>
    args.has('resumptionToken') ? error('badResumptionToken') : record(1) + token('old'),
  );
  expect(run).toEqual({ isComplete: null, kept: 1, token: '', notes: ['harvest.note.restarted'] });
});

test('a list of identifiers that repeats is not complete', async () => {
  const run = await harvest((args) => {
    if (args.get('verb') === 'ListRecords') return error('cannotDisseminateFormat');
    return args.get('verb') === 'GetRecord' ? record(1) : record(1) + token('again');
  });
  expect(run).toMatchObject({
    isComplete: false,
    kept: 1,
    notes: expect.arrayContaining(['harvest.note.repeats']),
  });
});

test('a list that never repeats and never ends is stopped', async () => {
  let page = 0;
  const headers = (from: number) => Array.from({ length: 50_000 }, (_, at) => record(from + at)).join('');
  const run = await harvest(() => headers(++page * 50_000) + token(`${page}`));
  expect(run).toMatchObject({ isComplete: false, token: '', notes: ['harvest.note.tooLong'] });
  expect(run.kept).toBeLessThan(400_000);
}, 60_000);

test('a record whose response breaks off counts as received, because the import names it', async () => {
  const identifiers = [1, 2].map((number) => record(number).replace(/<\/?record>/g, '')).join('');
  const answers: Record<string, (args: URLSearchParams) => string> = {
    ListRecords: () => '<record>',
    ListIdentifiers: () => identifiers,
    GetRecord: (args) => (args.get('identifier') === 'oai:1' ? '<record><header>' : record(2)),
  };
  const { isComplete, kept } = await harvest((args) => answers[args.get('verb')!]!(args));
  expect({ isComplete, kept }).toEqual({ isComplete: true, kept: 2 });
});
