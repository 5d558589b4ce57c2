import { articleKeys } from '../../../shared/article/articleKeys.ts';
import type { Handlers } from '../../../shared/contract/contract.ts';
import type { ImportStatus } from '../../../shared/draft/importing.ts';
import { isIdentityRemark } from '../../../shared/draft/importNotes.ts';
import { AppError } from '../../../shared/errors.ts';
import { type GapRun, type GapSource, keyNames } from '../../../shared/gaps/gaps.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { type Message, msg } from '../../../shared/message.ts';
import { createDeadline, type Deadline } from '../deadline.ts';
import { followRun } from '../followRun.ts';
import { readPages } from '../readPages.ts';
import { exitCodes, lineOf, type Terminal } from '../terminal.ts';
import { waitFor } from '../waitFor.ts';
import { type CommandServices, withServices } from '../withServices.ts';
import { worded } from '../worded.ts';
import { type Carried, carryUpload, isStopped } from './carryUpload.ts';
import { chosenAccount } from './compare.ts';
import { refreshJournals } from './upload.ts';
import { labelled } from './uploadResults.ts';

interface SyncOptions {
  journal: string;
  account?: string;
  source?: GapSource;
  send?: boolean;
  limit?: number;
  wait: number;
  json?: boolean;
  data?: string;
}

/** What became of the articles of a journal. */
interface SyncReport {
  found: number;
  there: number;
  /** New drafts of this run. */
  imported: number;
  ready: number;
  /** Not sent before a person looks at them, with the reason. */
  doubtful: { draftId: number | null; title: string; reason: Message }[];
  sent: number;
  refused: { title: string; reason: Message | null; words: string }[];
  /** What could not be read, or be sent. */
  problems: Message[];
}

/**
 * Looks for a journal's published articles that are missing at the directory, imports and checks them, and with `--send`
 * sends at most `--limit` of those without any doubt. Exit code 1 if something needs attention: doubtful or refused
 * articles, sources that failed, and ready ones that are not sent because nobody asked for it.
 */
export async function sync(options: SyncOptions, terminal: Terminal): Promise<number> {
  const sends = options.send === true;
  if (sends !== (options.limit !== undefined))
    throw new AppError('input', msg('cli.sync.limit', { send: '--send', limit: '--limit' }));
  return withServices({ ...options, isIdle: true, sends }, terminal, async (parts) => {
    await parts.services.start();
    const { handlers } = parts;
    const deadline = createDeadline(options.wait, parts.subscribe);
    const account = await chosenAccount(options.account, handlers);
    await deadline.within(refreshJournals(account, handlers));
    const run = await search(account.id, options, parts, terminal);
    const report = reportOf(run);
    const drafts = new Set(run.results.flatMap(({ draftIds }) => draftIds));
    for (const id of run.importIds) await importAll(id, { drafts, report, parts });
    const ready = await readyOf(drafts, { repeated: new Set(run.repeated), report, handlers });
    report.ready = ready.length;
    const toSend = ready.slice(0, options.limit ?? 0);
    const carried =
      toSend.length === 0
        ? null
        : await send(account.id, toSend, { options, deadline, report, parts, terminal });
    print(report, options, terminal);
    return exitCodeOf(report, carried, sends);
  });
}

async function search(
  accountId: string,
  { journal, source, json }: SyncOptions,
  { handlers, subscribe }: CommandServices,
  terminal: Terminal,
): Promise<GapRun> {
  const run = await followRun<GapRun>(
    'harvest.gapsChanged',
    await handlers['harvest.startGaps']({ accountId, issn: journal, source: source ?? null }),
    {
      subscribe,
      current: () => handlers['harvest.gaps']({ accountId }),
      describe: ({ reading }) =>
        (reading === '' ? t('cli.sync.directory') : t('cli.sync.reading', { name: reading })).padEnd(70),
      show: json ? () => undefined : terminal.err,
    },
  );
  if (run.state !== 'done') throw new AppError('remote', run.problem ?? msg('shell.bug.message'));
  return run;
}

function reportOf({ results }: GapRun): SyncReport {
  const sum = (name: 'found' | 'there') => results.reduce((total, one) => total + one[name], 0);
  return {
    ...{
      found: sum('found'),
      there: sum('there'),
      imported: 0,
      ready: 0,
      doubtful: [],
      sent: 0,
      refused: [],
    },
    problems: results.flatMap(({ problem }) => problem ?? []),
  };
}

/** Accepts what an import would create. What it would change in drafts that are here stays as it is, and is doubtful. */
async function importAll(
  id: number,
  { drafts, report, parts }: { drafts: Set<number>; report: SyncReport; parts: CommandServices },
): Promise<void> {
  const { handlers, subscribe } = parts;
  const settled = (states: ImportStatus['state'][]) =>
    waitFor(
      subscribe,
      'imports.changed',
      (status: ImportStatus) => status.id === id && states.includes(status.state),
      () => handlers['imports.get']({ id }),
    );
  const read = await settled(['preview', 'mapping', 'failed', 'cancelled']);
  if (read.state !== 'preview') {
    report.problems.push(read.message ?? msg('shell.bug.message'));
    return;
  }
  const rows = await readPages(async (range) => (await handlers['imports.rows']({ id, ...range })).rows);
  const updates = rows.filter(({ outcome }) => outcome === 'update');
  if (updates.length > 0)
    await handlers['imports.tick']({
      ...{ id, filter: { show: 'updated' as const }, offset: 0, count: updates.length, isTicked: false },
    });
  for (const { title, draftId } of updates) {
    report.doubtful.push({ draftId, title, reason: msg('cli.sync.update') });
    if (draftId !== null) drafts.delete(draftId);
  }
  for (const { title, outcome } of rows)
    if (outcome === 'twice-in-file')
      report.doubtful.push({ draftId: null, title, reason: msg('cli.sync.twice') });
  const unsure = new Set(
    rows.filter(({ notes }) => notes.some(isIdentityRemark)).map(({ position }) => position),
  );
  await handlers['imports.accept']({ id, shown: (await handlers['imports.get']({ id })).shown });
  const accepted = await settled(['accepted', 'failed']);
  if (accepted.state === 'failed') report.problems.push(accepted.message ?? msg('shell.bug.message'));
  const after = await readPages(async (range) => (await handlers['imports.rows']({ id, ...range })).rows);
  for (const { position, draftId, title, outcome } of after) {
    if (outcome !== 'new' || draftId === null) continue;
    report.imported++;
    if (unsure.has(position)) report.doubtful.push({ draftId, title, reason: msg('cli.sync.resembles') });
    else drafts.add(draftId);
  }
  const { problems } = await handlers['imports.problems']({ id, offset: 0, limit: 500 });
  report.problems.push(...problems.map(({ message }) => message));
}

/** The drafts that can be sent without any doubt; all others that were never sent are doubtful. */
async function readyOf(
  ids: ReadonlySet<number>,
  { repeated, report, handlers }: { repeated: ReadonlySet<string>; report: SyncReport; handlers: Handlers },
): Promise<number[]> {
  const ready: number[] = [];
  for (const id of ids) {
    const {
      title,
      readiness,
      undecided,
      finding,
      sync: state,
      refusal,
      retry,
      notes,
      record,
    } = await handlers['drafts.get']({ id });
    const doubt = (reason: Message) => void report.doubtful.push({ draftId: id, title, reason });
    if (state === 'queued' || state === 'sent') continue;
    if (undecided !== null) doubt(msg(`cli.sync.undecided.${undecided}`));
    else if (keyNames(articleKeys(record)).some((name) => repeated.has(name))) doubt(msg('cli.sync.twice'));
    else if (readiness !== 'ready') doubt(finding ?? msg('cli.sync.notReady'));
    else if (state !== 'never' && !retry) doubt(refusal?.message ?? msg('cli.sync.notReady'));
    else if (notes.some(isIdentityRemark)) doubt(msg('cli.sync.resembles'));
    else ready.push(id);
  }
  return ready;
}

/** Sends these drafts through a plan that would create nothing but new articles; null if there is no such plan. */
async function send(
  accountId: string,
  draftIds: readonly number[],
  {
    options,
    deadline,
    report,
    parts,
    terminal,
  }: {
    options: SyncOptions;
    deadline: Deadline;
    report: SyncReport;
    parts: CommandServices;
    terminal: Terminal;
  },
): Promise<Carried | null> {
  const { handlers } = parts;
  const left = new Set(draftIds);
  for (;;) {
    const plan = await deadline.within(
      handlers['uploads.plan']({
        ...{ accountId, selection: { ids: [...left] }, look: true, watch: 'sync', takesSnapshots: true },
        ...{ includeUnchanged: false, includeHardToFind: false, includeDeleted: false },
      }),
    );
    const { there, unchecked } = plan;
    if (unchecked.length > 0 || there === null || there.unasked !== null) {
      report.problems.push(there?.unasked ?? msg('cli.sync.unchecked'));
      return null;
    }
    const found = [...there.changed, ...there.foreign];
    const heldBack = plan.heldBack.filter(({ draftId }) => left.has(draftId));
    for (const { draftId, title } of found)
      report.doubtful.push({ draftId, title, reason: msg('cli.sync.there') });
    for (const { draftId, title, message } of heldBack)
      report.doubtful.push({ draftId, title, reason: message });
    for (const { draftId } of [...found, ...heldBack]) left.delete(draftId);
    if (found.length + heldBack.length > 0) {
      if (left.size === 0) return null;
      continue;
    }
    if (plan.toSend === 0 || plan.overwriting > 0) {
      if (plan.overwriting > 0) report.problems.push(msg('cli.sync.overwrites'));
      return null;
    }
    const started = await deadline.local(
      handlers['uploads.start']({ plan: plan.id, name: t('cli.sync.name', { journal: options.journal }) }),
    );
    const carried = await carryUpload(started, { ...options, deadline }, parts, terminal);
    const { counts } = carried.upload;
    report.sent = counts.created + counts.overwrote + counts.stored;
    report.refused = carried.refused.map(({ title, refusal }) => ({
      ...{ title, reason: refusal?.message ?? null, words: refusal?.words ?? '' },
    }));
    return carried;
  }
}

function print(report: SyncReport, { json, journal }: SyncOptions, { out }: Terminal): void {
  if (json) {
    out(`${JSON.stringify(worded(report))}\n`);
    return;
  }
  const { doubtful, refused, problems, ...counts } = report;
  out(
    `${t('cli.sync.result', { ...counts, journal, doubtful: doubtful.length, refused: refused.length })}\n`,
  );
  const named = (title: string) => labelled(title || t('common.untitled'));
  for (const { title, reason } of doubtful) out(lineOf(`  ${named(title)}${describe(reason)}`));
  for (const { title, reason, words } of refused)
    out(lineOf(`  ${named(title)}${describe(reason)}${words === '' ? '' : ` (${words})`}`));
  for (const problem of problems) out(lineOf(`  ${describe(problem)}`));
}

function exitCodeOf(
  { doubtful, refused, problems, ready, sent }: SyncReport,
  carried: Carried | null,
  sends: boolean,
): number {
  if (carried && isStopped(carried.end)) return exitCodes[carried.end];
  if (carried?.end === 'waited') return exitCodes.waited;
  if (carried?.upload.state === 'paused') return exitCodes.account;
  const isLeft = !sends && ready > sent;
  return doubtful.length + refused.length + problems.length > 0 || isLeft
    ? exitCodes.refused
    : exitCodes.done;
}
