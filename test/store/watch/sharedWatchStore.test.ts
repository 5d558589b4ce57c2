import { describe, expect, test } from 'vitest';
import { createFindingStore } from '../../../src/main/store/watch/findingStore.ts';
import { createLedgerStore } from '../../../src/main/store/watch/ledgerStore.ts';
import {
  findingKey,
  progressKey,
  type SharedArticle,
  type SharedFinding,
  type SharedJournal,
  type SharedProgress,
} from '../../../src/main/store/watch/sharedWatchRows.ts';
import { createSharedWatchStore } from '../../../src/main/store/watch/sharedWatchStore.ts';
import { createWatchStore } from '../../../src/main/store/watch/watchStore.ts';
import { article as draft, openStores } from '../../helpers/storeParts.ts';

const day = (n: number) => `2026-11-${String(n).padStart(2, '0')}T00:00:00Z`;
const now = '2026-11-28T12:00:00.000Z';

const article = (more: Partial<SharedArticle> = {}): SharedArticle => ({
  ...{
    state: 'present',
    journalId: 'j1',
    others: [],
    title: 'Moths',
    journal: 'J',
    issns: '/1234-5678',
    line: '- Moths',
  },
  ...{
    doiKey: '10.1/x',
    urlKey: null,
    ownHash: 'h1',
    copiedHash: 'c',
    createdAt: day(1),
    updatedAt: day(5),
    successor: null,
    links: 'https://press.example/1',
    linksCheckedAt: null,
  },
  ...more,
});
const finding = (more: Partial<SharedFinding> = {}): SharedFinding => ({
  ...{ kind: 'deleted', remoteId: 'a1', title: 'Moths', about: 'J', noticedAt: '2026-11-06T00:00:00.000Z' },
  ...{
    happenedAt: null,
    reason: null,
    differences: [],
    articles: 0,
    decision: null,
    decidedAt: null,
    draft: null,
  },
  ...more,
});
const progress = (more: Partial<SharedProgress> = {}): SharedProgress => ({
  ...{ lookedAt: '2026-11-10T00:00:00.000Z', knownUntil: day(10), inventoryAt: '2026-11-03T00:00:00.000Z' },
  ...{ applicationsUntil: null, sentFoundAt: null, day: '2026-11-10', present: 7, ...more },
});

/** A data folder that shares its account. */
function open() {
  const { db, add, sync } = openStores();
  db.exec(`INSERT INTO office_accounts (office_id, account_id) VALUES ('o', 'a')`);
  const shared = createSharedWatchStore(db);
  const ledger = createLedgerStore(db);
  let seq = 100;
  const receive = (row: Parameters<typeof shared.receive>[1][number], sentHash: string | null = null) =>
    shared.receive('a', [row], { sentHash: () => sentHash, now });
  return {
    ...{ db, add, sync, shared, ledger, findings: createFindingStore(db), watches: createWatchStore(db) },
    next: () => ++seq,
    /** What a look has read. */
    see: ({ state: _, successor: __, linksCheckedAt: ___, ...seen }: SharedArticle) =>
      ledger.put(
        'a',
        {
          ...seen,
          remoteId: 'a1',
          ownHash: seen.ownHash!,
          copiedHash: 'c',
          createdAt: day(1),
          updatedAt: seen.updatedAt!,
          links: seen.links ?? '',
        },
        { seenAt: now, inventory: 0 },
      ),
    give: (content: SharedArticle, sentHash: string | null = null) =>
      receive({ kind: 'article', key: 'a1', seq: ++seq, content }, sentHash),
    giveFinding: (content: SharedFinding) =>
      receive({ kind: 'finding', key: findingKey(content), seq: ++seq, content }),
    giveJournal: (content: SharedJournal) => receive({ kind: 'journal', key: 'j1', seq: ++seq, content }),
    giveProgress: (content: SharedProgress) =>
      receive({ kind: 'progress', key: progressKey, seq: ++seq, content }),
    /** Sends everything, as if the office took it; returns the kinds. */
    sendAll(): string[] {
      const kinds: string[] = [];
      for (;;) {
        const { changes, isAll } = shared.toShare('a', 100);
        kinds.push(...changes.map(({ kind }) => kind));
        shared.setShared(
          'a',
          changes.map((change) => ({ change, seq: ++seq })),
        );
        if (isAll) return kinds;
      }
    },
    waits: () => shared.toShare('a', 100).changes.map(({ kind }) => kind),
  };
}

describe('An article', () => {
  test('is what the later version of the directory says, wherever it was read', () => {
    const { see, give, ledger, waits } = open();
    see(article({ updatedAt: day(5), ownHash: 'h1' }));
    give(article({ updatedAt: day(6), ownHash: 'h2' }));
    expect(ledger.find('a', 'a1')).toMatchObject({ ownHash: 'h2', updatedAt: day(6) });
    expect(waits()).toEqual([]);
    see(article({ updatedAt: day(8), ownHash: 'h3' }));
    give(article({ updatedAt: day(7), ownHash: 'h4' }));
    expect(ledger.find('a', 'a1')).toMatchObject({ ownHash: 'h3', updatedAt: day(8) });
    expect(waits()).toEqual(['article']);
  });

  test('of which two know the same version is gone if one of them says so, unless it came back since', () => {
    const { see, give, ledger, sendAll, waits } = open();
    see(article());
    ledger.setState(ledger.find('a', 'a1')!.id, 'deleted');
    give(article());
    expect(ledger.find('a', 'a1')?.state).toBe('deleted');
    expect(waits()).toEqual(['article']);
    expect(sendAll()).toEqual(['article']);
    // Nothing was changed here since: whoever wrote it has seen that it was gone.
    give(article());
    expect(ledger.find('a', 'a1')?.state).toBe('present');
  });

  test('that was deleted with Colophon stays so, whatever somebody read before', () => {
    const { see, give, ledger, db } = open();
    see(article());
    db.exec(
      `INSERT INTO deletions (account_id, remote_id, title, state, at) VALUES ('a', 'a1', 'Moths', 'deleted', '2026')`,
    );
    give(article({ updatedAt: day(9) }));
    expect(ledger.find('a', 'a1')?.state).toBe('removed');
  });

  test('that was sent here since has what was sent, unless others read a later version', () => {
    for (const [updatedAt, known] of [
      [article().updatedAt!, 'h-sent'],
      [day(6), 'h-other'],
    ] as const) {
      const { see, give, ledger, db, sendAll } = open();
      see(article());
      sendAll();
      db.exec(`UPDATE ledger SET own_hash = 'h-sent', office_seq = 0`);
      give(article({ updatedAt, ownHash: 'h-other' }), 'h-sent');
      expect(ledger.find('a', 'a1')).toMatchObject({ ownHash: known, updatedAt });
    }
  });

  test('of which only its draft tells is not sent, and is taken as others know it', () => {
    const { add, sync, give, ledger, waits } = open();
    const id = add(draft());
    const at = '2026-02-02T00:00:00.000Z';
    sync.setSent([{ content: null, id, hash: 'h', doiKey: null, urlKey: null, remoteId: 'a1', at }]);
    expect(ledger.find('a', 'a1')).toMatchObject({ createdAt: null });
    expect(waits()).toEqual([]);
    give(article());
    expect(ledger.find('a', 'a1')).toMatchObject({ ownHash: 'h1', createdAt: day(1) });
    expect(waits()).toEqual([]);
  });

  test('that changes while it is sent is sent again', () => {
    const { see, shared, next, waits } = open();
    see(article());
    const { changes } = shared.toShare('a', 100);
    see(article({ updatedAt: day(6), ownHash: 'h2' }));
    shared.setShared(
      'a',
      changes.map((change) => ({ change, seq: next() })),
    );
    expect(waits()).toEqual(['article']);
  });
});

describe('A finding', () => {
  const list = ({ findings }: ReturnType<typeof open>, isOpen: boolean) =>
    findings.list('a', { kind: 'deleted', isOpen, offset: 0, limit: 10 }).findings;
  const note = ({ findings }: ReturnType<typeof open>, noticedAt: string) => {
    const { decision: _, decidedAt: __, draft: ___, ...rest } = finding({ noticedAt });
    findings.note('a', rest);
  };

  test('that was decided is decided, here or there', () => {
    const here = open();
    note(here, finding().noticedAt);
    here.giveFinding(finding({ decision: 'left', decidedAt: now }));
    expect(list(here, false)).toMatchObject([{ decision: 'left' }]);
    expect(here.waits()).toEqual([]);
    const there = open();
    there.giveFinding(finding());
    there.findings.decide('a', list(there, true)[0]!.id, { decision: 'left', at: now });
    there.giveFinding(finding({ title: 'Moths again' }));
    expect(list(there, false)).toMatchObject([{ decision: 'left' }]);
    expect(there.waits()).toEqual(['finding']);
  });

  test('that was opened again is open for everybody', () => {
    const here = open();
    here.giveFinding(finding({ decision: 'left', decidedAt: now }));
    here.giveFinding(finding());
    expect(list(here, true)).toHaveLength(1);
  });

  test('that two noticed without knowing of each other is open once, as the first of them', () => {
    const early = finding().noticedAt;
    const late = '2026-11-06T00:00:05.000Z';
    for (const [own, given] of [
      [early, late],
      [late, early],
    ] as const) {
      const here = open();
      note(here, own);
      here.giveFinding(finding({ noticedAt: given }));
      expect(list(here, true)).toMatchObject([{ noticedAt: early }]);
      expect(list(here, false)).toMatchObject([{ noticedAt: late, decision: 'over' }]);
      expect(here.sendAll().length).toBeGreaterThan(0);
    }
  });

  test('is too long for the office with all its differences, and is sent with some', () => {
    const here = open();
    const { decision: _, decidedAt: __, draft: ___, ...rest } = finding();
    const differences = Array.from({ length: 40 }, (_, n) => ({
      path: `p${n}`,
      before: 'é'.repeat(5_000),
      after: null,
    }));
    here.findings.note('a', { ...rest, differences });
    const [change] = here.shared.toShare('a', 100).changes;
    expect(Buffer.byteLength(change!.json)).toBeLessThanOrEqual(60_000);
    expect(JSON.parse(change!.json).differences.length).toBeGreaterThan(3);
  });
});

test('a journal is what the later version says; of the same version, that it is gone', () => {
  const { watches, giveJournal, waits } = open();
  const journal = (state: SharedJournal['state'], updatedAt: string): SharedJournal => ({
    ...{ state, issns: ['1234-5678'], former: [], seenAt: now },
    facts: { values: { 'bibjson.title': updatedAt }, updatedAt, editedAt: '', reviewedAt: '' },
  });
  const put = (one: SharedJournal) =>
    watches.putJournal('a', { ...one, id: 'j1', issns: [...one.issns], former: [...one.former] });
  put(journal('gone', day(5)));
  giveJournal(journal('present', day(5)));
  expect(watches.journals('a')).toMatchObject([{ state: 'gone' }]);
  expect(waits()).toEqual(['journal']);
  giveJournal(journal('present', day(6)));
  expect(watches.journals('a')).toMatchObject([{ state: 'present', facts: { updatedAt: day(6) } }]);
  expect(waits()).toEqual([]);
});

describe('How far the account was looked at', () => {
  test('goes on from where somebody else stopped, and is sent after everything else', () => {
    const { see, watches, giveProgress, waits, sendAll } = open();
    giveProgress(progress());
    expect(watches.progress('a')).toMatchObject({ knownUntil: day(10), inventoryAt: progress().inventoryAt });
    expect(watches.days('a')).toEqual([{ day: '2026-11-10', present: 7 }]);
    expect(waits()).toEqual([]);
    see(article());
    watches.setProgress('a', { knownUntil: day(11), lookedAt: '2026-11-11T00:00:00.000Z' });
    expect(sendAll()).toEqual(['article', 'progress']);
    expect(waits()).toEqual([]);
    // What somebody else knows less of does not take it back, and is corrected.
    giveProgress(progress());
    expect(watches.progress('a')).toMatchObject({ knownUntil: day(11) });
    expect(waits()).toEqual(['progress']);
  });

  test('says when a schedule sent last, whoever looked last', () => {
    const { watches, giveProgress, waits, sendAll } = open();
    const at = (n: number) => `2026-11-0${n}T00:00:00.000Z`;
    giveProgress(progress({ sentFoundAt: at(4) }));
    expect(watches.progress('a').sentFoundAt).toBe(at(4));
    expect(waits()).toEqual([]);
    watches.setProgress('a', { sentFoundAt: at(6) });
    expect(waits()).toEqual(['progress']);
    // Somebody who looked later, and does not know of it yet, learns it.
    giveProgress(progress({ knownUntil: day(11), sentFoundAt: at(5) }));
    expect(watches.progress('a')).toMatchObject({ knownUntil: day(11), sentFoundAt: at(6) });
    expect(sendAll()).toEqual(['progress']);
    giveProgress(progress({ knownUntil: day(9), sentFoundAt: at(7) }));
    expect(watches.progress('a')).toMatchObject({ knownUntil: day(11), sentFoundAt: at(7) });
    giveProgress(progress({ knownUntil: day(12), sentFoundAt: '2027-01-01T00:00:00.000Z' }));
    expect(watches.progress('a').sentFoundAt).toBe(now);
    expect(waits()).toEqual([]);
  });

  test('was not in the future, whatever a colleague’s clock says', () => {
    const { watches, giveProgress, waits } = open();
    giveProgress(progress({ lookedAt: '2027-01-01T00:00:00.000Z' }));
    expect(watches.progress('a').lookedAt).toBe(now);
    expect(waits()).toEqual([]);
  });
});
