import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createDispatch, type Dispatch } from '../../src/main/shell/dispatch.ts';
import type { Handlers } from '../../src/shared/contract/contract.ts';
import { isFullRun } from '../helpers/fullRuns.ts';
import {
  allowRubbish,
  breakColumn,
  type Column,
  columnsOf,
  fillEmptyTables,
  rubbish,
} from '../helpers/rubbish.ts';
import { article, goodKey, startTestDirectory, type TestDirectory } from '../helpers/testDirectory.ts';
import { openTestServices, type TestServices } from '../helpers/testServices.ts';
import { textOf } from '../helpers/textOf.ts';
import { patience } from './hostile.ts';

vi.setConfig({ testTimeout: patience * 10 });

let directory: TestDirectory;
let world: TestServices;
let dispatch: Dispatch;
const bugs: unknown[] = [];
/** What the screens ask for when they open. */
const calls: [string, unknown][] = [];

beforeAll(async () => {
  directory = await startTestDirectory();
  world = await openTestServices({ directory: directory.directory, key: goodKey });
  const { accountId, handlers, db } = world;
  const ids = world.addDrafts([article(1), article(2), article(3, { title: '' })]);
  await handlers['journals.refresh']({ accountId });
  const upload = await world.send([ids[0]!]);
  await world.until(upload.id, ({ state }) => state === 'done');
  await world.editDraft(ids[0]!, article(1, { title: 'Edited' }));
  await handlers['applications.create']({ accountId, journalId: 'j1' });
  await handlers['search.run']({
    ...{ accountId, kind: 'article', query: 'title:soil', sort: '', page: 1, pageSize: 10 },
  });
  allowRubbish(db);
  fillEmptyTables(db, accountId);
  dispatch = createDispatch(handlers as unknown as Handlers, {
    error: (event, data) => void (event === 'call.bug' && bugs.push(data)),
  });
  const page = { offset: 0, limit: 100 };
  const sort = { by: 'finding', direction: 'asc' };
  const one = { id: 1 };
  calls.push(
    ['app.settings', {}],
    ['app.info', {}],
    ['accounts.list', {}],
    ['accounts.connection', { id: accountId }],
    ['accounts.limiter', { id: accountId }],
    ['journals.list', { accountId }],
    ['journals.get', { accountId, id: 'j1', fresh: false }],
    ['drafts.list', { accountId, filter: {}, sort, ...page }],
    [
      'drafts.list',
      { accountId, filter: { trashed: true }, sort: { by: 'sent', direction: 'desc' }, ...page },
    ],
    ['drafts.facets', { accountId, filter: {} }],
    ['drafts.facetValues', { accountId, filter: {}, facet: 'finding', search: '', limit: 50 }],
    ['drafts.lists', { accountId }],
    ...ids.map((id): [string, unknown] => ['drafts.get', { id }]),
    ['drafts.duplicates', { id: ids[0] }],
    ['versions.list', { kind: 'article', recordId: ids[0] }],
    ['fixing.list', { accountId }],
    ['fixing.get', one],
    ['fixing.records', { ...one, ...page }],
    ['office.status', {}],
    ['office.conflicts', {}],
    ['deletions.list', { accountId, ...page }],
    ['compliance.funders', {}],
    ['compliance.get', one],
    ['compliance.history', { issn: '1234-5679', funder: 'x', ror: 'x', lang: 'en' }],
    ['matrix.list', {}],
    ['matrix.get', one],
    ['matrix.cells', one],
    ['links.checks', { addresses: ['x'] }],
    ['harvest.sources', { accountId }],
    ['harvest.gone', { importId: 1 }],
    ['imports.list', { accountId }],
    ['imports.get', one],
    ['imports.rows', { ...one, ...page }],
    ['imports.problems', { ...one, ...page }],
    ['imports.mapping', one],
    ['imports.mappings', {}],
    ['uploads.list', { accountId }],
    ['uploads.get', { id: upload.id }],
    ['uploads.leftOut', { id: upload.id }],
    ['uploads.items', { id: upload.id, states: [], ...page }],
    ['uploads.attempts', { id: upload.id, ...page }],
    ['uploads.plan', { accountId, selection: { ids }, includeUnchanged: true }],
    ['applications.list', { accountId, filter: {}, offset: 0, limit: 100 }],
    ['applications.counts', { accountId }],
    ['applications.get', one],
    ['undo.list', { accountId }],
    ['search.list', { accountId }],
    ['comparisons.list', { accountId }],
    ['comparisons.get', one],
    ['comparisons.rows', { ...one, outcomes: ['different', 'missing-here'], aside: false, ...page }],
    ['comparisons.row', { ...one, rowId: 1 }],
    ['overview.get', { accountId }],
    ['overview.counting', { accountId }],
  );
}, patience);
afterAll(async () => {
  await world.close();
  world.remove();
  await directory.stop();
});

/** The calls that do not fit the contract: a mistake in this test. */
test('every call of this test fits the contract', async () => {
  const misfits: unknown[] = [];
  for (const [name, input] of calls) {
    const answer = await dispatch(name, input);
    if (!answer.ok && /^shell\.(?:input|unknownCall)/.test(answer.error.message.key))
      misfits.push([name, answer.error]);
  }
  expect(misfits).toEqual([]);
  expect(bugs.splice(0)).toEqual([]);
});

test('whatever a column of the data file contains, every call answers with what can be read, or says so', async () => {
  const columns = columnsOf(world.db);
  expect(columns.length).toBeGreaterThan(300);
  const random = fc.sample(fc.nat(), columns.length);
  const found: unknown[] = [];
  for (const [at, column] of columns.entries()) {
    const first = random[at]! % rubbish.length;
    const turned = [...rubbish.slice(first), ...rubbish.slice(0, first)];
    let left = isFullRun ? 4 : 1;
    for (const value of turned) if (left > 0 && (await tryOut(column, value, found))) left -= 1;
  }
  expect(found).toEqual([]);
});

async function tryOut(column: Column, value: unknown, found: unknown[]): Promise<boolean> {
  const putBack = breakColumn(world.db, column, value);
  if (putBack === null) return false;
  for (const [name, input] of calls) {
    const answer = await dispatch(name, input);
    if (!answer.ok && textOf(answer.error.message) === '') found.push([column, value, name, 'no words']);
    for (const bug of bugs.splice(0))
      found.push([`${column.table}.${column.name}`, show(value), name, wordsOf(bug)]);
  }
  putBack();
  return true;
}

function show(value: unknown): string {
  return String(value).slice(0, 40);
}

function wordsOf(bug: unknown): string {
  const { error } = bug as { error: Error };
  return `${error.message.slice(0, 150)} ${error.stack?.split('\n')[1] ?? ''}`;
}
