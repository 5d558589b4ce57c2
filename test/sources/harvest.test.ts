import { existsSync, symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { harvestFile } from '../../src/main/platform/files/importSpool.ts';
import type { CallInput } from '../../src/shared/contract/contract.ts';
import type { HarvestRun } from '../../src/shared/harvest/harvest.ts';
import { readInstant } from '../../src/shared/instant.ts';
import { textOf } from '../helpers/textOf.ts';
import { openSourceWorld, type SourceWorld } from './sourceWorld.ts';

/** Articles of the sandbox's world, of which one is deleted. */
const all = 40;

async function harvest(
  { handlers, services }: SourceWorld,
  host: string,
  order: Partial<CallInput<'harvest.start'>> = {},
): Promise<HarvestRun> {
  const path = host.startsWith('janeway') ? 'soil/api/oai/' : 'index.php/soil/oai';
  await handlers['harvest.start']({
    accountId: 'sandbox',
    address: `https://${host}.example/${path}`,
    prefix: 'oai_dc',
    set: '',
    since: null,
    resumes: false,
    imports: true,
    ...order,
  });
  let run: HarvestRun | null = null;
  await services.when(async () => {
    run = await handlers['harvest.get']({ accountId: 'sandbox' });
    return run !== null && run.state !== 'running';
  });
  return run!;
}

/** The import of a harvest once it can be previewed. */
async function preview({ handlers, services }: SourceWorld, { importId }: HarvestRun) {
  await services.when(async () =>
    ['preview', 'failed'].includes((await handlers['imports.get']({ id: importId! })).state),
  );
  const status = await handlers['imports.get']({ id: importId! });
  const { rows } = await handlers['imports.rows']({ id: importId!, offset: 0, limit: 500 });
  return { status, rows };
}

const noteKeys = ({ notes }: HarvestRun) => notes.map(({ key }) => key);

test('a repository says what it offers, the best format first', async () => {
  const world = await openSourceWorld();
  const offer = await world.handlers['harvest.offer']({
    accountId: 'sandbox',
    address: 'https://ojs.example/index.php/soil/oai?verb=Identify',
  });
  expect(offer).toMatchObject({
    address: 'https://ojs.example/index.php/soil/oai',
    name: 'Open Journals of the sandbox',
    formats: [
      { prefix: 'jats', isReadable: true },
      { prefix: 'oai_dc', isReadable: true },
      { prefix: 'marcxml', isReadable: false },
    ],
    knowsChanges: true,
  });
  expect(offer.sets.length).toBeGreaterThan(1);
});

test.each([
  ['https://ojs.example/index.php/soil', 'https://ojs.example/index.php/soil/oai'],
  ['https://janeway.example/soil/', 'https://janeway.example/soil/api/oai/'],
])('the repository is found from the address of the journal %s', async (journal, address) => {
  const world = await openSourceWorld();
  expect(await world.handlers['harvest.offer']({ accountId: 'sandbox', address: journal })).toMatchObject({
    address,
  });
});

test('a repository without sets has none', async () => {
  const world = await openSourceWorld();
  const offer = world.handlers['harvest.offer']({
    accountId: 'sandbox',
    address: 'https://strict.example/oai',
  });
  expect(await offer).toMatchObject({ sets: [] });
});

test('an HTML page is not a repository', async () => {
  const world = await openSourceWorld();
  const offer = world.handlers['harvest.offer']({
    accountId: 'sandbox',
    address: 'https://ojs-off.example/oai',
  });
  await expect(offer).rejects.toMatchObject({
    code: 'remote',
    problem: { key: 'harvest.problem.not-oai.message' },
  });
});

test.each(['ojs', 'strict', 'janeway', 'ojs-zip', 'ojs-busy', 'ojs-cut'])(
  'all records of %s become one import',
  async (host) => {
    const world = await openSourceWorld();
    const run = await harvest(world, host);
    expect(run).toMatchObject({ state: 'done', received: all, problem: null, canResume: false });
    const { status, rows } = await preview(world, run);
    expect(status).toMatchObject({ state: 'preview', read: all, format: 'oai' });
    expect(rows.map(({ title }) => title)).toContain('Notebooks that grade themselves kindly');
  },
);

test.each(['2026-13-45T00:00:00Z', 'garbage', '', '+275760-09-13T00:00:00Z'])(
  'a repository that gives %j as its time is harvested, and its changes are asked for by our time',
  async (given) => {
    const world = await openSourceWorld({
      services: {
        fetch: async (address, init) => {
          const response = await fetch(address, init);
          const text = (await response.text()).replace(/<responseDate>[^<]*</, `<responseDate>${given}<`);
          return new Response(text, { status: response.status, headers: response.headers });
        },
      },
    });
    expect(await harvest(world, 'ojs')).toMatchObject({ state: 'done', received: all });
    const [source] = await world.handlers['harvest.sources']({ accountId: 'sandbox' });
    expect(readInstant(source?.harvestedAt)).toBe(source?.harvestedAt);
    expect(await harvest(world, 'ojs', { since: 'last' })).toMatchObject({ state: 'done' });
  },
);

test('JATS records keep data that Dublin Core has no place for', async () => {
  const world = await openSourceWorld();
  const { status } = await preview(world, await harvest(world, 'ojs', { prefix: 'jats' }));
  expect(status).toMatchObject({ state: 'preview', read: all, problems: 0 });
});

test('a token with special characters is encoded, and is the only argument', async () => {
  const world = await openSourceWorld();
  await harvest(world, 'strict');
  const asked = (await world.asked()).filter(({ address }) => address.includes('resumptionToken'));
  expect(asked).toHaveLength(2);
  expect(asked[0]!.address).toMatch(/\?verb=ListRecords&resumptionToken=oai_dc%2B%26%2F%3D15$/);
});

test('deleted records are shown and remove nothing', async () => {
  const world = await openSourceWorld();
  const run = await harvest(world, 'ojs');
  expect(run).toMatchObject({ received: all, gone: 1 });
  const gone = await world.handlers['harvest.gone']({ importId: run.importId! });
  expect(gone).toEqual([{ identifier: 'oai:ojs.example:article/9999', title: '', how: 'deleted' }]);
});

test('a record that a changing list has twice is gone if it was deleted last', async () => {
  const record = (number: number, datestamp: string, isDeleted: boolean) =>
    `<record><header${isDeleted ? ' status="deleted"' : ''}><identifier>oai:moths:${number}</identifier>
      <datestamp>${datestamp}</datestamp></header>${isDeleted ? '' : '<metadata><dc><title>On moths</title></dc></metadata>'}</record>`;
  const [march, april] = ['2026-03-01', '2026-04-01'];
  const parts: Record<string, string> = {
    '': [
      record(1, march, true),
      record(2, march, false),
      record(3, april, false),
      record(4, april, true),
      record(5, march, true),
      record(6, march, false),
      record(7, march, false),
      '<resumptionToken>more</resumptionToken>',
    ].join(''),
    more: [
      record(1, april, false),
      record(2, april, true),
      record(3, march, true),
      record(4, march, false),
      record(5, march, false),
      record(6, march, true),
    ].join(''),
  };
  let isOver = false;
  const world = await openSourceWorld({
    services: {
      fetch: async (address, init) => {
        const query = new URL(address).searchParams;
        if (query.get('verb') !== 'ListRecords') return fetch(address, init);
        const records = isOver ? record(7, march, false) : parts[query.get('resumptionToken') ?? '']!;
        return new Response(`<OAI-PMH><ListRecords>${records}</ListRecords></OAI-PMH>`);
      },
    },
  });
  const goneIn = ({ goneRecords }: HarvestRun) =>
    goneRecords.map(({ identifier, how }) => `${identifier.at(-1)} ${how}`).sort();
  expect(goneIn(await harvest(world, 'ojs'))).toEqual(['2 deleted', '4 deleted', '6 deleted']);
  // The others are known, so that a later run notices that they are missing.
  isOver = true;
  expect(goneIn(await harvest(world, 'ojs'))).toEqual(['1 vanished', '3 vanished', '5 vanished']);
});

test('a set limits the records', async () => {
  const world = await openSourceWorld();
  const run = await harvest(world, 'ojs', { set: '2577-3569' });
  expect(run.received).toBeGreaterThan(0);
  expect(run.received).toBeLessThan(all);
});

test('the next harvest asks for changes since a day before the last complete one began', async () => {
  const world = await openSourceWorld({ sandbox: { now: () => new Date('2026-03-09T12:00:00Z') } });
  await harvest(world, 'ojs');
  const [source] = await world.handlers['harvest.sources']({ accountId: 'sandbox' });
  expect(source).toMatchObject({ harvestedAt: '2026-03-09T12:00:00.000Z', canResume: false });
  const run = await harvest(world, 'ojs', { since: 'last' });
  expect(run).toMatchObject({ state: 'done', received: 0, importId: null, problem: null });
  const addresses = (await world.asked()).map(({ address }) => address);
  expect(addresses.at(-1)).toContain('from=2026-03-08T12%3A00%3A00Z');
});

test('a harvest since a date counts as complete only if nothing older is missing', async () => {
  let now = '2026-03-09T12:00:00Z';
  const world = await openSourceWorld({ sandbox: { now: () => new Date(now) } });
  const harvestedAt = async () =>
    (await world.handlers['harvest.sources']({ accountId: 'sandbox' }))[0]!.harvestedAt;
  expect(await harvest(world, 'ojs', { since: '2026-01-01' })).toMatchObject({ state: 'done' });
  expect(await harvestedAt()).toBeNull();
  expect(await harvest(world, 'ojs', { since: 'last' })).toMatchObject({ state: 'done', received: all });
  expect(await harvestedAt()).toBe('2026-03-09T12:00:00.000Z');
  now = '2026-04-09T12:00:00Z';
  await harvest(world, 'ojs', { since: '2026-04-01' });
  expect(await harvestedAt()).toBe('2026-03-09T12:00:00.000Z');
  await harvest(world, 'ojs', { since: '2026-03-08' });
  expect(await harvestedAt()).toBe('2026-04-09T12:00:00.000Z');
});

test('the rest of a stopped harvest since a date does not make it complete', async () => {
  const world = await openSourceWorld();
  const { handlers, services } = world;
  const started = harvest(world, 'ojs', { since: '2000-01-01' });
  await services.when(
    async () => ((await handlers['harvest.get']({ accountId: 'sandbox' }))?.received ?? 0) > 0,
  );
  expect(await handlers['harvest.cancel']({ accountId: 'sandbox' })).toMatchObject({ canResume: true });
  await started;
  expect(await harvest(world, 'ojs', { resumes: true })).toMatchObject({ state: 'done' });
  expect(await handlers['harvest.sources']({ accountId: 'sandbox' })).toMatchObject([
    { harvestedAt: null, canResume: false },
  ]);
});

test('a date is written in the granularity of the repository', async () => {
  const world = await openSourceWorld();
  await harvest(world, 'strict', { since: '2023-01-01' });
  expect((await world.asked()).map(({ address }) => address)).toContainEqual(
    expect.stringContaining('from=2023-01-01'),
  );
  expect((await world.asked()).some(({ address }) => address.includes('T00'))).toBe(false);
});

test('Janeway is always asked for everything, because its dates are not those of changes', async () => {
  const world = await openSourceWorld();
  await harvest(world, 'janeway');
  const run = await harvest(world, 'janeway', { since: 'last' });
  expect(run.received).toBe(all);
  expect((await world.asked()).every(({ address }) => !address.includes('from='))).toBe(true);
});

test('records that a complete list no longer has are shown as vanished', async () => {
  const world = await openSourceWorld();
  await harvest(world, 'janeway');
  world.services.db
    .prepare(`INSERT INTO harvest_records VALUES (1, 'oai:sandbox:id:777', '2020-01-01', 'On moths')`)
    .run();
  const run = await harvest(world, 'janeway');
  expect(run.goneRecords).toEqual([{ identifier: 'oai:sandbox:id:777', title: 'On moths', how: 'vanished' }]);
});

test('an empty list is not a failure, and no record counts as vanished', async () => {
  const world = await openSourceWorld();
  const run = await harvest(world, 'ojs-none');
  expect(run).toMatchObject({ state: 'done', received: 0, gone: 0, importId: null });
});

test('JATS refused in mid-list is replaced by single records, and by Dublin Core where it is refused', async () => {
  const world = await openSourceWorld();
  const run = await harvest(world, 'ojs-refuses', { prefix: 'jats' });
  expect(run).toMatchObject({ state: 'done', received: all, gone: 1 });
  expect(noteKeys(run)).toEqual(['harvest.note.oneByOne.format']);
  expect((await preview(world, run)).status).toMatchObject({ read: all, problems: 0 });
  const single = (await world.asked()).filter(({ address }) => address.includes('GetRecord'));
  expect(single).toHaveLength(all - 15 + 1);
  expect(single.filter(({ address }) => address.includes('oai_dc'))).toHaveLength(1);
});

test('only the record that breaks the XML of its part is lost', async () => {
  const world = await openSourceWorld();
  const run = await harvest(world, 'ojs-broken');
  expect(noteKeys(run)).toEqual(['harvest.note.oneByOne.broken']);
  expect((await preview(world, run)).status).toMatchObject({ read: all - 1, problems: 1 });
});

test('a list begins again when its token has expired', async () => {
  const world = await openSourceWorld();
  const run = await harvest(world, 'ojs-expired');
  expect(run).toMatchObject({ state: 'done', received: all });
  expect(noteKeys(run)).toEqual(['harvest.note.restarted']);
  expect((await preview(world, run)).status).toMatchObject({ read: all, problems: 0 });
});

test('a list whose token always expires fails and keeps the records received', async () => {
  const world = await openSourceWorld();
  const run = await harvest(world, 'ojs-expires');
  expect(run).toMatchObject({ state: 'failed', problem: { key: expect.any(String) }, canResume: false });
  expect(noteKeys(run)).toEqual(['harvest.note.restarted']);
});

test('an endless list is stopped', async () => {
  const world = await openSourceWorld();
  const run = await harvest(world, 'ojs-endless');
  expect(run).toMatchObject({ state: 'done', received: 15 });
  expect(noteKeys(run)).toEqual(['harvest.note.repeats']);
});

test('a harvest whose answers are always cut off fails with that reason', async () => {
  const world = await openSourceWorld();
  const run = await harvest(world, 'ojs-cutting');
  expect(run).toMatchObject({ state: 'failed', received: 0, importId: null });
});

test('a cancelled harvest keeps its records, and can be resumed', async () => {
  const world = await openSourceWorld();
  const { handlers, services } = world;
  const order = {
    accountId: 'sandbox',
    address: 'https://ojs.example/index.php/soil/oai',
    prefix: 'oai_dc',
    set: '',
    since: null,
    resumes: false,
    imports: true,
  };
  await handlers['harvest.start'](order);
  await services.when(
    async () => ((await handlers['harvest.get']({ accountId: 'sandbox' }))?.received ?? 0) > 0,
  );
  const cancelled = await handlers['harvest.cancel']({ accountId: 'sandbox' });
  expect(cancelled).toMatchObject({ state: 'cancelled', canResume: true });
  expect(cancelled!.received).toBeLessThan(all);
  const first = await preview(world, cancelled!);
  expect(first.status.read).toBe(cancelled!.received);
  expect(await handlers['harvest.sources']({ accountId: 'sandbox' })).toMatchObject([
    { harvestedAt: null, canResume: true },
  ]);

  const rest = await harvest(world, 'ojs', { resumes: true });
  expect(rest).toMatchObject({ state: 'done', received: all - cancelled!.received });
  expect(await handlers['harvest.sources']({ accountId: 'sandbox' })).toMatchObject([
    { harvestedAt: expect.any(String), canResume: false },
  ]);
});

test('a harvest without an account can be read', async () => {
  const world = await openSourceWorld();
  const base = `${world.sandbox.origin}/web/https/ojs.example/oai`;
  await world.handlers['harvest.start']({
    accountId: null,
    address: base,
    prefix: 'oai_dc',
    set: '',
    since: null,
    resumes: false,
    imports: false,
  });
  await world.services.when(
    async () => (await world.handlers['harvest.get']({ accountId: null }))?.state === 'done',
  );
  const { piece, sizes } = await world.handlers['harvest.read']({ accountId: null, at: 0 });
  expect(sizes).toHaveLength(3);
  expect(Buffer.from(piece, 'base64').toString()).toContain('<OAI-PMH');
});

test('no request is sent while external sources are switched off', async () => {
  const world = await openSourceWorld({ sources: { isOn: false } });
  const offer = world.handlers['harvest.offer']({ accountId: 'sandbox', address: 'https://ojs.example/oai' });
  await expect(offer).rejects.toMatchObject({ code: 'state' });
  expect(await world.asked()).toEqual([]);
});

test('two starts at the same time are one harvest', async () => {
  const world = await openSourceWorld();
  const runs = await Promise.all([harvest(world, 'ojs'), harvest(world, 'ojs')]);
  expect(runs).toMatchObject([{ state: 'done' }, { state: 'done' }]);
  const lists = (await world.asked()).filter(({ address }) =>
    /verb=ListRecords&metadataPrefix/.test(address),
  );
  expect(lists).toHaveLength(1);
});

test('a harvest whose records cannot be stored is not complete, so that the next one asks for them again', async () => {
  const world = await openSourceWorld();
  world.services.db.exec(
    "CREATE TRIGGER full BEFORE INSERT ON imports BEGIN SELECT RAISE(ABORT, 'The disk is full'); END",
  );
  expect(await harvest(world, 'ojs')).toMatchObject({ state: 'failed', importId: null });
  expect(await world.handlers['harvest.sources']({ accountId: 'sandbox' })).toMatchObject([
    { harvestedAt: null },
  ]);
});

test.skipIf(!existsSync('/dev/full'))('a full disk is the reason why a harvest failed', async () => {
  let file = '';
  const world = await openSourceWorld({
    services: {
      fetch: (address, init) => {
        if (address.includes('ListRecords')) symlinkSync('/dev/full', file);
        return fetch(address, init);
      },
    },
  });
  file = harvestFile(world.services.folder, 1);
  const run = await harvest(world, 'ojs');
  expect(run).toMatchObject({ state: 'failed', importId: null, received: 0 });
  expect(textOf(run.problem!)).toContain('The disk is full');
});
