import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { draftSource } from '../../src/renderer/screens/ArticleForm/draftSource.ts';
import { queryClient } from '../../src/renderer/state/data/queries.ts';
import { createRecordSession, type RecordSession } from '../../src/renderer/state/records/recordSession.ts';
import { blankArticle } from '../../src/shared/article/article.ts';
import type { Draft, DraftRecord } from '../../src/shared/draft/draft.ts';
import { getAt, setAt } from '../../src/shared/draft/fieldPath.ts';
import { AppError } from '../../src/shared/errors.ts';
import { literal } from '../../src/shared/message.ts';

type SourceParts = Parameters<typeof draftSource>[0];

/** A stand-in for main with one draft: saves if the version fits, notifies every window, and can be made to fail. */
class OneDraft {
  draft: Draft = draftOf(blankArticle());
  saves: DraftRecord[] = [];
  failing: AppError | null = null;
  /** How long a save takes until it is answered. */
  takes: () => Promise<void> = async () => {};
  private listeners = new Set<(event: { accountId: string; ids: number[] | null }) => void>();

  readonly call = (async (name: string, input: { version: number; record: DraftRecord }) => {
    if (name === 'drafts.get') return this.draft;
    if (this.failing) throw this.failing;
    if (input.version !== this.draft.version) throw new AppError('conflict', literal('newer'));
    this.saves.push(input.record);
    this.put(input.record);
    const { draft } = this;
    await this.takes();
    return draft;
  }) as unknown as SourceParts['call'];

  readonly onEvent = ((_name: string, listener: (event: never) => void) => {
    this.listeners.add(listener as never);
    return () => this.listeners.delete(listener as never);
  }) as unknown as SourceParts['onEvent'];

  /** Saves like another window. */
  put(record: DraftRecord): void {
    this.draft = { ...this.draft, record, version: this.draft.version + 1 };
    this.hear();
  }

  /** Tells every window that the draft may have changed. */
  hear(): void {
    for (const listener of this.listeners) listener({ accountId: 'a', ids: [1] });
  }
}

/** A manual clock. */
class Timers {
  private all: { at: number; work: () => void }[] = [];
  now = 0;
  set = (work: () => void, ms: number) => {
    const entry = { at: this.now + ms, work };
    this.all.push(entry);
    return entry;
  };
  clear = (entry: unknown) => {
    this.all = this.all.filter((one) => one !== entry);
  };
  async turn(ms: number): Promise<void> {
    this.now += ms;
    const due = this.all.filter((one) => one.at <= this.now);
    this.all = this.all.filter((one) => one.at > this.now);
    for (const { work } of due) work();
    await settle();
  }
}

let main: OneDraft;
let timers: Timers;
let storage: Map<string, string>;

beforeEach(() => {
  main = new OneDraft();
  timers = new Timers();
  storage = new Map();
});

describe('a draft session', () => {
  test('saves once, 800 ms after the last change', async () => {
    const session = await open();
    title(session, 'R');
    await timers.turn(700);
    title(session, 'Rivers');
    await timers.turn(700);
    expect(main.saves).toHaveLength(0);
    await timers.turn(100);
    expect(main.saves.map(titleOf)).toEqual(['Rivers']);
    expect(session.store.getState()).toMatchObject({ saving: 'saved', savedAt: '2026-11-21T12:04:00.000Z' });
  });

  test('saves at least every 2 s while the typing does not pause', async () => {
    const session = await open();
    for (let at = 100; at <= 5_000; at += 100) {
      title(session, `Typed for ${at} ms`);
      await timers.turn(100);
    }
    expect(main.saves.map(titleOf)).toEqual(['Typed for 2000 ms', 'Typed for 4000 ms']);
    await timers.turn(800);
    expect(main.saves.map(titleOf).at(-1)).toBe('Typed for 5000 ms');
  });

  test('saves no more often if each save takes longer than a key', async () => {
    const session = await open();
    main.takes = () => new Promise((answer) => timers.set(answer, 150));
    for (let at = 100; at <= 5_000; at += 100) {
      title(session, `Typed for ${at} ms`);
      await timers.turn(100);
    }
    expect(main.saves.map(titleOf)).toEqual(['Typed for 2000 ms', 'Typed for 4000 ms']);
    await timers.turn(800);
    expect(main.saves.map(titleOf).at(-1)).toBe('Typed for 5000 ms');
  });

  test('leaves out a change that would make the record too large', async () => {
    const session = await open();
    title(session, 'Rivers');
    title(session, 'x'.repeat(1_000_000));
    expect(session.store.getState().error).toMatchObject({ code: 'too_large' });
    await timers.turn(800);
    expect(main.saves.map(titleOf)).toEqual(['Rivers']);
    expect(session.store.getState()).toMatchObject({ saving: 'saved', error: null });
  });

  test('saves at once on request and then saves what was typed meanwhile', async () => {
    const session = await open();
    title(session, 'One');
    const saved = session.flush();
    title(session, 'Two');
    await saved;
    expect(main.saves.map(titleOf)).toEqual(['One', 'Two']);
    expect(session.store.getState().saving).toBe('saved');
  });

  test('adopts what another window saves while nothing is typed', async () => {
    const session = await open();
    main.put(withTitle('Theirs'));
    await settle();
    expect(titleOf(session.store.getState().record)).toBe('Theirs');
    title(session, 'Then mine');
    await timers.turn(800);
    expect(titleOf(main.draft.record)).toBe('Then mine');
  });

  test('never overwrites what another window saved before the user chooses', async () => {
    const session = await open();
    title(session, 'Mine');
    main.put(withTitle('Theirs'));
    await settle();
    await timers.turn(60_000);
    expect(titleOf(main.draft.record)).toBe('Theirs');
    expect(titleOf(session.store.getState().conflict!.record)).toBe('Theirs');
    expect(titleOf(session.store.getState().record)).toBe('Mine');
  });

  test('saves over the other version when the user keeps their own', async () => {
    const session = await open();
    title(session, 'Mine');
    main.put(withTitle('Theirs'));
    await settle();
    session.resolve(session.store.getState().record);
    await settle();
    expect(titleOf(main.draft.record)).toBe('Mine');
    expect(session.store.getState().conflict).toBeNull();
  });

  test('adopts the other version when the user takes it, and saves nothing', async () => {
    const session = await open();
    title(session, 'Mine');
    main.put(withTitle('Theirs'));
    await settle();
    session.resolve(session.store.getState().conflict!.record);
    await settle();
    expect(main.saves).toHaveLength(0);
    expect(session.store.getState()).toMatchObject({ conflict: null, saving: 'clean' });
    expect(titleOf(session.store.getState().record)).toBe('Theirs');
  });

  test('has no conflict when the other window changed nothing in the record', async () => {
    const session = await open();
    title(session, 'Mine');
    main.put(blankArticle());
    await settle();
    await timers.turn(800);
    expect(session.store.getState().conflict).toBeNull();
    expect(titleOf(main.draft.record)).toBe('Mine');
  });

  test('has nothing to choose once the other window has undone its change, and saves what is typed', async () => {
    const session = await open();
    title(session, 'Mine');
    main.put(withTitle('Theirs'));
    await settle();
    expect(session.store.getState().conflict).not.toBeNull();
    main.put(blankArticle());
    await settle();
    expect(session.store.getState()).toMatchObject({ conflict: null, saving: 'typed' });
    await timers.turn(800);
    expect(titleOf(main.draft.record)).toBe('Mine');
    expect(session.store.getState()).toMatchObject({ conflict: null, saving: 'saved' });
    expect(storage.size).toBe(0);
  });

  test('has nothing to choose once the other window has saved the same', async () => {
    const session = await open();
    title(session, 'Mine');
    main.put(withTitle('Theirs'));
    await settle();
    expect(session.store.getState().conflict).not.toBeNull();
    main.put(withTitle('Mine'));
    await settle();
    expect(session.store.getState()).toMatchObject({ conflict: null, saving: 'saved' });
    title(session, 'Mine again');
    await timers.turn(800);
    expect(main.saves.map(titleOf)).toEqual(['Mine again']);
  });

  test('still asks when it hears again of the version that it asks about', async () => {
    const session = await open();
    title(session, 'Typed in haste');
    session.dispose();
    main.put(withTitle('Theirs'));
    const reloaded = await open();
    main.hear();
    await settle();
    await timers.turn(60_000);
    expect(titleOf(reloaded.store.getState().conflict!.record)).toBe('Theirs');
    expect(titleOf(main.draft.record)).toBe('Theirs');
  });

  test('merges what is typed with a colleague’s change of another field, where an office shares the record', async () => {
    onTestFinished(() => queryClient.clear());
    queryClient.setQueryData(['office.status', {}], { state: 'current' });
    const session = await open();
    title(session, 'Mine');
    main.put(setAt(blankArticle(), 'bibjson.month', '7'));
    await settle();
    expect(session.store.getState()).toMatchObject({ conflict: null, saving: 'typed' });
    await timers.turn(800);
    expect(main.draft.record).toEqual(setAt(withTitle('Mine'), 'bibjson.month', '7'));

    title(session, 'Mine again');
    main.put(setAt(withTitle('Theirs'), 'bibjson.month', '7'));
    await settle();
    expect(titleOf(session.store.getState().conflict!.record)).toBe('Theirs');

    // The colleague takes it back, so there is nothing to choose.
    main.put(setAt(withTitle('Mine'), 'bibjson.month', '8'));
    await settle();
    expect(session.store.getState().conflict).toBeNull();
    await timers.turn(800);
    expect(main.draft.record).toEqual(setAt(withTitle('Mine again'), 'bibjson.month', '8'));
  });

  test('merges text that was typed before a reload with a colleague’s change of another field', async () => {
    onTestFinished(() => queryClient.clear());
    queryClient.setQueryData(['office.status', {}], { state: 'current' });
    const session = await open();
    title(session, 'Typed in haste');
    session.dispose();
    main.put(setAt(blankArticle(), 'bibjson.month', '7'));
    const reloaded = await open();
    expect(reloaded.store.getState()).toMatchObject({ conflict: null, restored: true });
    await timers.turn(800);
    expect(main.draft.record).toEqual(setAt(withTitle('Typed in haste'), 'bibjson.month', '7'));
  });

  test('keeps the typed text when saving fails and retries with backoff', async () => {
    const session = await open();
    main.failing = new AppError('offline', literal('away'));
    title(session, 'Kept');
    await timers.turn(800);
    expect(session.store.getState()).toMatchObject({ saving: 'failed', error: { code: 'offline' } });
    await timers.turn(1_000);
    await timers.turn(1_000);
    main.failing = null;
    expect(main.saves).toHaveLength(0);
    await timers.turn(1_000);
    expect(main.saves.map(titleOf)).toEqual(['Kept']);
    expect(session.store.getState()).toMatchObject({ saving: 'saved', error: null });
  });

  test('restores unsaved text after a reload', async () => {
    title(await open(), 'Typed in haste');
    const reloaded = await open();
    expect(titleOf(reloaded.store.getState().record)).toBe('Typed in haste');
    expect(reloaded.store.getState().restored).toBe(true);
    await timers.turn(0);
    expect(titleOf(main.draft.record)).toBe('Typed in haste');
    expect(storage.size).toBe(0);
  });

  test('shows unsaved text next to a newer version after a reload, not over it', async () => {
    const session = await open();
    title(session, 'Typed in haste');
    session.dispose();
    main.put(withTitle('Theirs'));
    const reloaded = await open();
    expect(titleOf(reloaded.store.getState().conflict!.record)).toBe('Theirs');
    await timers.turn(60_000);
    expect(titleOf(main.draft.record)).toBe('Theirs');
  });

  test('asks again after a second reload, although more was typed while it asked', async () => {
    const session = await open();
    title(session, 'Typed in haste');
    session.dispose();
    main.put(withTitle('Theirs'));
    const asking = await open();
    title(asking, 'Typed while it asked');
    asking.dispose();
    const reloaded = await open();
    expect(titleOf(reloaded.store.getState().record)).toBe('Typed while it asked');
    expect(titleOf(reloaded.store.getState().conflict!.record)).toBe('Theirs');
    await timers.turn(60_000);
    expect(titleOf(main.draft.record)).toBe('Theirs');
  });

  test('shows unsaved text next to a restored record, whatever its version, and not over it', async () => {
    for (const version of [1, 2, 9]) {
      main.draft = { ...draftOf(blankArticle()), version: 2 };
      main.saves = [];
      const session = await open();
      title(session, 'Mine');
      main.draft = { ...draftOf(withTitle('Restored')), version };
      await session.reload();
      await timers.turn(60_000);
      expect(main.saves).toHaveLength(0);
      expect(session.store.getState()).toMatchObject({ saving: 'failed', draft: { version } });
      expect(titleOf(session.store.getState().record)).toBe('Mine');
      expect(titleOf(session.store.getState().conflict!.record)).toBe('Restored');
      session.resolve(session.store.getState().record);
      await settle();
      expect(main.draft).toMatchObject({ version: version + 1, record: withTitle('Mine') });
      session.dispose();
    }
  });

  test('adopts a restored record if nothing is unsaved', async () => {
    main.draft = { ...main.draft, version: 7 };
    const session = await open();
    main.draft = { ...draftOf(withTitle('Restored')), version: 3 };
    await session.reload();
    expect(session.store.getState()).toMatchObject({
      saving: 'clean',
      conflict: null,
      draft: { version: 3 },
    });
    title(session, 'Then mine');
    await timers.turn(800);
    expect(main.draft).toMatchObject({ version: 4, record: withTitle('Then mine') });
  });

  test('does not take an answer from before a restore', async () => {
    const session = await open();
    title(session, 'Mine');
    const saved = session.flush();
    main.draft = { ...draftOf(withTitle('Restored')), version: 1 };
    await Promise.all([saved, session.reload()]);
    expect(titleOf(session.store.getState().conflict!.record)).toBe('Restored');
    expect(session.store.getState()).toMatchObject({ saving: 'failed', draft: { version: 1 } });
  });

  test('asks once if an older version is stored, as after a restore', async () => {
    main.draft = { ...main.draft, version: 7 };
    const session = await open();
    title(session, 'Mine');
    main.draft = { ...draftOf(withTitle('Restored')), version: 3 };
    await timers.turn(800);
    expect(session.store.getState()).toMatchObject({ saving: 'failed', conflict: { version: 3 } });
    session.resolve(session.store.getState().record);
    await settle();
    expect(titleOf(main.draft.record)).toBe('Mine');
  });

  test('can undo a step', async () => {
    const session = await open();
    session.edit(() => withTitle('New'), { section: 'title', text: 'done', revert: () => withTitle('Old') });
    expect(session.store.getState().undo?.text).toBe('done');
    session.revert();
    expect(titleOf(session.store.getState().record)).toBe('Old');
    expect(session.store.getState().undo).toBeNull();
  });

  test('of a deleted draft reports it and does not retry', async () => {
    const session = await open();
    main.failing = new AppError('not_found', literal('gone'));
    title(session, 'Too late');
    await timers.turn(800);
    main.failing = null;
    await timers.turn(60_000);
    expect(main.saves).toHaveLength(0);
    expect(session.store.getState().error?.code).toBe('not_found');
  });
});

async function open(): Promise<RecordSession<Draft>> {
  const session = createRecordSession(1, {
    source: draftSource({ call: main.call, onEvent: main.onEvent }),
    storage: {
      getItem: (key) => storage.get(key) ?? null,
      setItem: (key, value) => void storage.set(key, value),
      removeItem: (key) => void storage.delete(key),
    },
    now: () => new Date('2026-11-21T12:04:00Z'),
    setTimer: timers.set,
    clearTimer: timers.clear,
  });
  await session.load();
  return session;
}

function title(session: RecordSession<Draft>, text: string): void {
  session.edit((record) => setAt(record, 'bibjson.title', text));
}

function withTitle(text: string): DraftRecord {
  return setAt(blankArticle(), 'bibjson.title', text);
}

function titleOf(record: DraftRecord): unknown {
  return getAt(record, 'bibjson.title');
}

/** Lets all work finish that only waits for promises. */
async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve();
}

function draftOf(record: DraftRecord): Draft {
  return {
    id: 1,
    accountId: 'a',
    version: 1,
    record,
    title: '',
    authors: '',
    journal: '',
    year: '',
    doi: '',
    readiness: 'incomplete',
    undecided: null,
    errors: 0,
    warnings: 0,
    ignored: 0,
    issue: '',
    finding: null,
    sync: 'never',
    retry: false,
    sentAt: null,
    deletedAt: null,
    updatedAt: '2026-11-21T12:00:00.000Z',
    trashedAt: null,
    review: null,
    assignee: null,
    findings: [],
    remoteId: null,
    importId: null,
    place: null,
    notes: [],
    refusal: null,
    sentKeys: null,
  };
}
