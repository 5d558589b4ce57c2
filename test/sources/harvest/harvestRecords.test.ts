import { expect, test } from 'vitest';
import {
  type HarvestState,
  harvestRecords,
  type Repository,
  readOffer,
} from '../../../src/main/sources/harvest/harvestRecords.ts';
import type { PoliteResponse } from '../../../src/main/sources/politeClient.ts';
import type { Message } from '../../../src/shared/message.ts';

const record = (number: number) =>
  `<record><header><identifier>oai:${number}</identifier><datestamp>2024-01-01</datestamp></header></record>`;
const token = (text: string) => `<resumptionToken>${text}</resumptionToken>`;
const oneByOne = 'harvest.note.oneByOne.format';
const error = (code: string) => `<error code="${code}"/>`;

/** The content of a response, or what is wrong with it. */
type Given = string | Partial<Pick<PoliteResponse, 'status' | 'isWhole' | 'isTooLarge'>>;
type Answer = (args: URLSearchParams) => Given;

function repositoryOf(answer: Answer): Repository {
  return {
    client: {
      ask: async ({ address }) => {
        const given = answer(new URL(address).searchParams);
        return {
          kind: 'answer',
          status: 200,
          headers: new Headers(),
          body: Buffer.from(typeof given === 'string' ? `<OAI-PMH>${given}</OAI-PMH>` : ''),
          isWhole: true,
          isTooLarge: false,
          address,
          hops: [],
          ...(typeof given === 'string' ? {} : given),
        };
      },
    },
    address: 'https://press.example/oai',
    sandboxAddress: null,
    signal: new AbortController().signal,
  };
}

async function harvest(answer: Answer) {
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

/** A repository that refuses its list of records, and has these parts of its list of identifiers by their tokens. */
async function harvestListed(part: (token: string) => string) {
  const asked: string[] = [];
  const run = await harvest((args) => {
    if (args.get('verb') === 'ListRecords') return error('cannotDisseminateFormat');
    if (args.get('verb') === 'GetRecord') return record(Number(args.get('identifier')!.slice('oai:'.length)));
    asked.push(args.get('resumptionToken') ?? '');
    return part(args.get('resumptionToken') ?? '');
  });
  return { ...run, asked };
}

test('a list of identifiers goes on after a part without any', async () => {
  const parts: Record<string, string> = {
    '': token('a'),
    a: record(1) + token('b'),
    b: token('c'),
    c: record(2) + record(3),
  };
  const run = await harvestListed((token) => parts[token]!);
  expect(run).toMatchObject({ isComplete: true, kept: 3, asked: ['', 'a', 'b', 'c'], notes: [oneByOne] });
});

test('a list of identifiers of which a part is damaged is not complete', async () => {
  // The token is lost with the end of its part.
  const parts: Record<string, string> = { '': record(1) + token('a'), a: `${record(2)}<header` };
  const run = await harvestListed((token) => parts[token]!);
  expect(run).toMatchObject({ isComplete: false, kept: 2, asked: ['', 'a'] });
  expect(run.notes).toEqual([oneByOne, 'harvest.note.oneByOne.broken']);
});

test('a list of identifiers begins again when its token has expired, and not for ever', async () => {
  let expired = 0;
  const restarted = [oneByOne, 'harvest.note.restarted'];
  const list = (most: number) => (given: string) => {
    if (given === '') return record(1) + token('next');
    return expired++ < most ? error('badResumptionToken') : record(2);
  };
  expect(await harvestListed(list(2))).toMatchObject({
    ...{ isComplete: true, kept: 2, asked: ['', 'next', '', 'next', '', 'next'], notes: restarted },
  });
  expired = 0;
  expect(await harvestListed(list(3))).toMatchObject({
    ...{ isComplete: null, kept: 0, asked: ['', 'next', '', 'next', '', 'next'], notes: restarted },
  });
});

test.each(['ListRecords', 'ListIdentifiers'])(
  'a %s whose token is too long to be sent is not complete',
  async (verb) => {
    const run = await harvest((args) => {
      if (args.get('verb') === 'GetRecord') return record(1);
      return args.get('verb') === verb
        ? record(1) + token('x'.repeat(16_001))
        : error('cannotDisseminateFormat');
    });
    const notes = ['harvest.note.tooLong'];
    expect(run).toMatchObject({
      isComplete: false,
      kept: 1,
      token: '',
      notes: expect.arrayContaining(notes),
    });
  },
);

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

const listOf = (count: number) =>
  Array.from({ length: count }, (_, at) => record(at + 1).replace(/<\/?record>/g, '')).join('');

/** A repository that refuses its list, so that its records are fetched one by one. */
async function harvestOneByOne(count: number, answer: (number: number, prefix: string) => Given) {
  const asked: number[] = [];
  const run = await harvest((args) => {
    if (args.get('verb') === 'ListRecords') return error('cannotDisseminateFormat');
    if (args.get('verb') === 'ListIdentifiers') return listOf(count);
    const number = Number(args.get('identifier')?.slice('oai:'.length));
    asked.push(number);
    return answer(number, args.get('metadataPrefix')!);
  });
  return { ...run, asked };
}

test('records for which the server has an error are counted, and all others are fetched', async () => {
  const wrong = new Map<number, Given>([
    [2, { status: 500 }],
    [3, { status: 404 }],
    [5, { isTooLarge: true, isWhole: false }],
  ]);
  const run = await harvestOneByOne(6, (number) => wrong.get(number) ?? record(number));
  // The server may have failed for a while only, so the next harvest asks for all of them again.
  expect(run).toMatchObject({ isComplete: false, kept: 3, notes: [oneByOne, 'harvest.note.refused'] });
  expect(run.asked).toEqual([1, 2, 2, 3, 3, 4, 5, 5, 6]);
});

test('a record for which the server has an error in one format is fetched in the other', async () => {
  const run = await harvestOneByOne(2, (number, prefix) =>
    prefix === 'jats' ? { status: 500 } : record(number),
  );
  expect(run).toMatchObject({ isComplete: false, kept: 2, notes: [oneByOne] });
});

test('a server that has an error for one record after the other is not asked for all of them', async () => {
  const run = await harvestOneByOne(20, (number) => (number <= 3 ? record(number) : { status: 500 }));
  expect(run).toMatchObject({ isComplete: null, kept: 3 });
  expect(run.asked.length).toBeLessThan(20);
});

test.each([429, 503])('a server that is busy (%s) is not asked for further records', async (status) => {
  const run = await harvestOneByOne(3, (number) => (number === 1 ? record(number) : { status }));
  expect(run).toMatchObject({ isComplete: null, kept: 1, asked: [1, 2] });
});

test('a record that breaks a list, and is all that is missing of it, does not end the harvest either', async () => {
  const run = await harvest((args) => {
    if (args.get('verb') === 'ListIdentifiers') return listOf(2);
    if (args.get('verb') === 'GetRecord') return { status: 500 };
    return args.has('resumptionToken') ? '<record>' : record(1) + token('next');
  });
  const notes = ['harvest.note.oneByOne.broken', 'harvest.note.refused'];
  expect(run).toMatchObject({ isComplete: false, kept: 1, notes });
});
