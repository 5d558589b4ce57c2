import { describe, expect, test } from 'vitest';
import { applicationToWire } from '../../src/shared/application/application.ts';
import type { Dialect } from '../../src/shared/directory/account.ts';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { getAt } from '../../src/shared/draft/fieldPath.ts';
import { applicationsWorld, isSettled } from '../helpers/applicationWorld.ts';
import { asking, sendRequestsNow } from '../helpers/confirm.ts';
import { applicationDirectoryForFile } from '../helpers/directoryForFile.ts';
import { openWorldForTest } from '../helpers/openForTest.ts';

type Json = DraftRecord[string];

const directory = applicationDirectoryForFile({ journals: 1 });
const kept = applicationsWorld(1).journals[0]!;

/** Every field whose value an Update Request cannot change, with a custom value. */
const fixed: Record<string, Json> = {
  'bibjson.title': 'A title that will be ignored',
  'bibjson.alternative_title': 'An alternative title that will be ignored',
  'bibjson.pissn': '9000-0018',
  'bibjson.eissn': '9000-0026',
  'bibjson.subject': [{ scheme: 'LCC', code: 'H', term: 'Social Sciences' }],
  'bibjson.labels': ['s2o'],
  'bibjson.replaces': ['9000-0034'],
  'bibjson.is_replaced_by': ['9000-0042'],
  'bibjson.discontinued_date': '2020-01-01',
};
const contact: Record<string, Json> = {
  'admin.contact.name': 'Ana Ejemplo',
  'admin.contact.email': 'ana@example.org',
};
/** Values that only the directory sets; neither 3.0.1 nor 4.0 is sent any of them. */
const unsent = [
  'bibjson.subject',
  'bibjson.labels',
  'bibjson.replaces',
  'bibjson.is_replaced_by',
  'bibjson.discontinued_date',
];

const cases: [Dialect, string, Json][] = [
  ...Object.entries({ ...fixed, ...contact }).map(([path, value]): [Dialect, string, Json] => [
    '3.0.1',
    path,
    value,
  ]),
  ...Object.entries(fixed).map(([path, value]): [Dialect, string, Json] => ['4.0', path, value]),
];

describe('a value that an Update Request cannot change', () => {
  test.each(cases)('is named before sending and not stored: %s, %s', async (dialect, path, value) => {
    const { world, id } = await propose(dialect, path, value);
    const [plan] = await world.plan(id);
    expect(plan!.ignored.map((one) => one.path)).toEqual([path]);
    expect(plan!.ignored[0]).toMatchObject({ proposed: value, kept: keptValue(path) });
    expect(plan!.action).toBe('create');
    await sendRequestsNow(asking(world.handlers), { accountId: world.accountId, ids: [id] });
    await world.reach(id, isSettled);
    const [stored] = await directory.applications();
    const seen = await world.get(id);
    // The request has the form of the dialect.
    const isSent = !unsent.includes(path);
    expect(getAt(seen.sent, path)).toEqual(isSent ? value : undefined);
    // The directory stores its own values.
    expect(getAt(stored, path) ?? null).not.toEqual(value);
    if (path.startsWith('bibjson.') && isSent) {
      expect(getAt(stored, path)).toEqual(keptValue(path));
      // The difference is shown.
      expect(seen.differences).toEqual([{ path, before: value, after: keptValue(path) }]);
    }
    // All other values are stored.
    expect(getAt(stored, 'bibjson.oa_start')).toBe(2015);
  });

  test.each([
    ['3.0.1', ['Embed', 'Display'], ['Embed']],
    ['4.0', ['No', 'Embed'], ['Embed']],
    ['4.0', ['Display', 'No'], ['No']],
  ] as const)('is, in %s, all but one of the licence displays %j', async (dialect, given, only) => {
    const path = 'bibjson.article.license_display';
    const { world, id } = await propose(dialect, path, [...given]);
    expect(await world.plan(id)).toMatchObject([{ ignored: [{ path, proposed: given, kept: only }] }]);
    await sendRequestsNow(asking(world.handlers), { accountId: world.accountId, ids: [id] });
    await world.reach(id, isSettled);
    const [stored] = await directory.applications();
    expect(getAt(stored, path)).toEqual(only);
    expect((await world.get(id)).differences).toContainEqual({ path, before: given, after: only });
  });

  test('is sent in the form of 3.0.1: ISSNs as a list', async () => {
    const { world, id } = await propose('3.0.1', 'bibjson.title', 'Ignored');
    const body = applicationToWire((await world.row(id)).record, '3.0.1');
    expect(getAt(body, 'bibjson.identifier')).toEqual([
      { type: 'pissn', id: kept.bibjson.pissn },
      { type: 'eissn', id: kept.bibjson.eissn },
    ]);
    expect(getAt(body, 'bibjson.pissn')).toBeUndefined();
  });

  test('is never sent for a contact in 4.0', async () => {
    const { world, id } = await propose('4.0', 'admin.contact', { name: 'Ana', email: 'ana@example.org' });
    const body = applicationToWire((await world.row(id)).record, '4.0');
    expect(getAt(body, 'admin')).toEqual({ current_journal: 'journal1' });
    expect((await world.plan(id))[0]).toMatchObject({ action: 'create' });
    await world.send(id);
    await world.reach(id, isSettled);
  });
});

async function propose(dialect: Dialect, path: string, value: Json) {
  const world = await openWorldForTest({ directory: directory.directory, dialect });
  const id = await world.propose(1, { 'bibjson.oa_start': 2015, [path]: value });
  return { world, id };
}

function keptValue(path: string): unknown {
  return getAt(kept, path) ?? null;
}
