import { expect, onTestFinished, test } from 'vitest';
import { findOwnJournals } from '../../../src/main/handlers/journals/ownJournals.ts';
import { createJournalStore } from '../../../src/main/store/journals/journalStore.ts';
import { startScriptedServer } from '../../helpers/scriptedServer.ts';
import { openTestAccess } from '../../helpers/testClient.ts';

test.each([
  ['has no id', [{ bibjson: { title: 'Journal j1' } }]],
  ['has an id that is none', [{ id: 17, bibjson: { title: 'Journal j1' } }]],
  ['has no content', [{ id: 'j1', bibjson: 'text' }]],
  ['is counted, but does not come', []],
])('a journal that %s is not taken for withdrawn', async (_name, odd) => {
  const readable = { id: 'j2', bibjson: { title: 'Journal j2', eissn: '3456-7899' } };
  const server = await startScriptedServer(({ url }, response) => {
    const page = Number(new URL(url, server.origin).searchParams.get('page'));
    const isNamed = decodeURIComponent(url).includes('username:');
    const results = isNamed && page === 1 ? [readable, ...odd] : [];
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ total: isNamed ? 2 : 0, results }));
  });
  onTestFinished(() => server.stop());
  const access = openTestAccess({ bases: [`${server.origin}/api/v4/`], key: null });
  onTestFinished(() => access.close());
  const journals = createJournalStore(access.db);
  const known = { id: 'j1', title: 'Journal j1', pissn: null, eissn: '2345-6787', publisher: 'Press' };
  const view = { ...known, inDirectory: true, mine: true, owner: null, record: { bibjson: known } };
  journals.replaceAll('a', [view], '2026-01-01T00:00:00.000Z');
  const found = await findOwnJournals(access.directory.client('a'), {
    username: 'press',
    hasKey: false,
    known: journals.list('a').journals,
  });
  expect(found).toMatchObject({ journals: [{ id: 'j2' }], isReadable: false });
  journals.replaceAll('a', found.journals, '2026-01-02T00:00:00.000Z', { keepsOthers: !found.isReadable });
  expect(journals.list('a').journals).toMatchObject([{ id: 'j1', inDirectory: true }, { id: 'j2' }]);
  expect(journals.get('a', 'j1')?.record).toEqual({ bibjson: known });
});
