import { expect, test } from 'vitest';
import { createLinkTurnStore } from '../../../src/main/store/links/linkTurnStore.ts';
import { createLedgerStore } from '../../../src/main/store/watch/ledgerStore.ts';
import { createSharedWatchStore } from '../../../src/main/store/watch/sharedWatchStore.ts';
import { openStores } from '../../helpers/storeParts.ts';

const now = '2026-11-05T00:00:00.000Z';
const article = {
  ...{ journalId: 'j1', others: [], title: 'Moths', journal: 'J', issns: '/1234-5678', line: '- Moths' },
  ...{ doiKey: '10.1/x', urlKey: null, ownHash: 'h', copiedHash: 'c', createdAt: now, updatedAt: now },
};

/** Articles that the directory has, on one host. */
function open() {
  const { db } = openStores();
  const ledger = createLedgerStore(db);
  const turns = createLinkTurnStore(db);
  const everyone = { limit: 10, isWanted: (_: { links: readonly string[] }) => true };
  return {
    ...{ db, ledger, turns },
    see: (remoteId: string, ...links: string[]) => {
      ledger.put('a', { ...article, remoteId, links: links.join('\n') }, { seenAt: now, inventory: 0 });
      return ledger.find('a', remoteId)!.id;
    },
    doubted: (wanted = everyone) => turns.doubted('a', '2026-11-10', wanted).map(({ remoteId }) => remoteId),
    oldest: () => turns.oldest('a', 'press.example', '2026-11-10', 10).map(({ remoteId }) => remoteId),
  };
}

test('an article that failed once and got another link since is checked again as one that never was', () => {
  const { see, turns, doubted, oldest } = open();
  turns.setChecked(see('a1', 'https://press.example/1'), '2026-11-09', true);
  expect([doubted(), oldest()]).toEqual([['a1'], []]);
  const id = see('a1', 'https://press.example/2');
  expect([doubted(), oldest()]).toEqual([[], ['a1']]);
  turns.setChecked(id, '2026-11-11', false);
  expect([doubted(), oldest()]).toEqual([[], []]);
});

test('an article that failed once here is checked again if a colleague knows it with a link that nobody checked', () => {
  const { db, see, turns, doubted, oldest } = open();
  turns.setChecked(see('a1', 'https://press.example/1'), '2026-11-09', true);
  db.exec('UPDATE ledger SET office_seq = 4');
  const links = 'https://press.example/2';
  const content = { ...article, state: 'present' as const, successor: null, links, linksCheckedAt: null };
  const row = { kind: 'article' as const, key: 'a1', seq: 5, content };
  createSharedWatchStore(db).receive('a', [row], { sentHash: () => null, now });
  expect([doubted(), oldest()]).toEqual([[], ['a1']]);
});

test('doubted articles that may not be checked now are passed over, however many there are', () => {
  const { see, turns, doubted } = open();
  const closed = 'https://closed.example/1';
  const isWanted = ({ links }: { links: readonly string[] }) => !links.includes(closed);
  const ids = Array.from({ length: 30 }, (_, at) =>
    see(`closed${at}`, `https://press.example/${at}`, closed),
  );
  ids.push(see('open1', 'https://press.example/a'), see('open2', 'https://press.example/b'));
  for (const id of ids) turns.setChecked(id, '2026-11-09', true);
  expect(doubted({ limit: 1, isWanted })).toEqual(['open1']);
  expect(doubted({ limit: 10, isWanted })).toEqual(['open1', 'open2']);
});
