import { articleKeys } from '../../../shared/article/articleKeys.ts';
import type { Handlers } from '../../../shared/contract/contract.ts';
import type { Draft } from '../../../shared/draft/draft.ts';
import type { ImportStatus } from '../../../shared/draft/importing.ts';
import { isIdentityRemark } from '../../../shared/draft/importNotes.ts';
import { type Doubtful, type GapRun, keyNames } from '../../../shared/gaps/gaps.ts';
import { type Message, msg } from '../../../shared/message.ts';
import { readPages } from '../../platform/readPages.ts';

/** The calls that take in what a search found, and prepare sending it. */
export type SyncCalls = Pick<
  Handlers,
  | 'drafts.get'
  | 'imports.accept'
  | 'imports.get'
  | 'imports.problems'
  | 'imports.rows'
  | 'imports.tick'
  | 'uploads.plan'
>;

export interface SyncParts {
  calls: SyncCalls;
  /** Resolves when the import is in one of these states. */
  settled: (id: number, states: readonly ImportStatus['state'][]) => Promise<ImportStatus>;
  /** Waits for work that asks the directory. */
  within: <T>(work: Promise<T> | T) => Promise<T>;
}

/** What became of the articles that a search found. */
export interface SyncReport {
  /** New drafts of this run. */
  imported: number;
  ready: number;
  /** Not sent before a person looks at them, with the reason. */
  doubtful: Doubtful[];
  /** What could not be read, or be sent. */
  problems: Message[];
}

/** Problems of an import that a report takes over. */
const maxProblems = 500;

/**
 * Imports what a search found, and returns the drafts that can be sent without any doubt. Everything else is in the report,
 * and stays as it is. `isWanted`: also says whether a draft that is ready may be sent.
 */
export async function takeFound(
  run: Pick<GapRun, 'results' | 'importIds' | 'repeated'>,
  report: SyncReport,
  parts: SyncParts,
  doubtOf: (draft: Draft) => Message | null = () => null,
): Promise<number[]> {
  const drafts = new Set(run.results.flatMap(({ draftIds }) => draftIds));
  for (const id of run.importIds) await importAll(id, { drafts, report, parts });
  const ready = await readyOf(drafts, { repeated: new Set(run.repeated), report, parts, doubtOf });
  report.ready = ready.length;
  return ready;
}

/** Accepts what an import would create. What it would change in drafts that are here stays as it is, and is doubtful. */
async function importAll(
  id: number,
  { drafts, report, parts }: { drafts: Set<number>; report: SyncReport; parts: SyncParts },
): Promise<void> {
  const { calls, settled } = parts;
  const read = await settled(id, ['preview', 'mapping', 'failed', 'cancelled']);
  if (read.state !== 'preview') {
    report.problems.push(read.message ?? msg('shell.bug.message'));
    return;
  }
  const rows = await rowsOf(id, calls);
  const updates = rows.filter(({ outcome }) => outcome === 'update');
  if (updates.length > 0) await calls['imports.tick']({ id, filter: { show: 'updated' }, isTicked: false });
  for (const { title, draftId } of updates) {
    report.doubtful.push({ draftId, title, reason: msg('sync.update') });
    if (draftId !== null) drafts.delete(draftId);
  }
  for (const { title, outcome } of rows)
    if (outcome === 'twice-in-file')
      report.doubtful.push({ draftId: null, title, reason: msg('sync.twice') });
  const unsure = new Set(
    rows.filter(({ notes }) => notes.some(isIdentityRemark)).map(({ position }) => position),
  );
  await calls['imports.accept']({ id, shown: (await calls['imports.get']({ id })).shown });
  // It is being accepted by now, so a preview means that this failed.
  const over = await settled(id, ['accepted', 'preview', 'failed', 'cancelled']);
  if (over.state !== 'accepted') {
    report.problems.push(over.message ?? msg('shell.bug.message'));
    return;
  }
  for (const { position, draftId, title, outcome } of await rowsOf(id, calls)) {
    if (outcome !== 'new' || draftId === null) continue;
    report.imported++;
    if (unsure.has(position)) report.doubtful.push({ draftId, title, reason: msg('sync.resembles') });
    else drafts.add(draftId);
  }
  const { problems } = await calls['imports.problems']({ id, offset: 0, limit: maxProblems });
  report.problems.push(...problems.map(({ message }) => message));
}

const rowsOf = (id: number, calls: SyncCalls) =>
  readPages(async (range) => calls['imports.rows']({ id, ...range }));

/** The drafts that can be sent without any doubt; all others that were never sent are doubtful. */
async function readyOf(
  ids: ReadonlySet<number>,
  {
    repeated,
    report,
    parts,
    doubtOf,
  }: {
    repeated: ReadonlySet<string>;
    report: SyncReport;
    parts: SyncParts;
    doubtOf: (draft: Draft) => Message | null;
  },
): Promise<number[]> {
  const ready: number[] = [];
  for (const id of ids) {
    const draft = await parts.calls['drafts.get']({ id });
    const { title, sync: state } = draft;
    if (state === 'queued' || state === 'sent') continue;
    const reason = doubtAbout(draft, repeated) ?? doubtOf(draft);
    if (reason === null) ready.push(id);
    else report.doubtful.push({ draftId: id, title, reason });
  }
  return ready;
}

/** null: there is none. */
function doubtAbout(draft: Draft, repeated: ReadonlySet<string>): Message | null {
  const { readiness, undecided, finding, sync: state, refusal, retry, notes, record } = draft;
  if (undecided !== null) return msg(`sync.undecided.${undecided}`);
  if (keyNames(articleKeys(record)).some((name) => repeated.has(name))) return msg('sync.twice');
  if (readiness !== 'ready') return finding ?? msg('sync.notReady');
  if (state !== 'never' && !retry) return refusal?.message ?? msg('sync.notReady');
  if (notes.some(isIdentityRemark)) return msg('sync.resembles');
  // Letters that could not be read would be published as they are.
  return notes.find(({ key }) => key === 'import.note.lostCharacters') ?? null;
}

/** A plan that would create nothing but new articles of these drafts; null if there is none, which the report explains. */
export async function planFound(
  accountId: string,
  draftIds: readonly number[],
  report: SyncReport,
  { calls, within }: SyncParts,
): Promise<string | null> {
  const left = new Set(draftIds);
  while (left.size > 0) {
    const plan = await within(
      calls['uploads.plan']({
        ...{ accountId, selection: { ids: [...left] }, look: true, watch: 'sync', takesSnapshots: true },
        ...{ includeUnchanged: false, includeHardToFind: false, includeDeleted: false },
      }),
    );
    const { there, unchecked } = plan;
    if (unchecked.length > 0 || there === null || there.unasked !== null) {
      report.problems.push(there?.unasked ?? msg('sync.unchecked'));
      return null;
    }
    const found = [...there.changed, ...there.foreign];
    const heldBack = plan.heldBack.filter(({ draftId }) => left.has(draftId));
    for (const { draftId, title } of found)
      report.doubtful.push({ draftId, title, reason: msg('sync.there') });
    for (const { draftId, title, message } of heldBack)
      report.doubtful.push({ draftId, title, reason: message });
    for (const { draftId } of [...found, ...heldBack]) left.delete(draftId);
    if (found.length + heldBack.length > 0) continue;
    if (plan.overwriting > 0) report.problems.push(msg('sync.overwrites'));
    return plan.toSend === 0 || plan.overwriting > 0 ? null : plan.id;
  }
  return null;
}
