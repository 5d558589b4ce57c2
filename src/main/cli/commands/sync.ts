import type { ImportStatus } from '../../../shared/draft/importing.ts';
import { AppError } from '../../../shared/errors.ts';
import type { GapRun, GapSource } from '../../../shared/gaps/gaps.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { type Message, msg } from '../../../shared/message.ts';
import { planFound, type SyncParts, type SyncReport, takeFound } from '../../services/sync/syncFound.ts';
import { createDeadline, type Deadline } from '../deadline.ts';
import { followRun } from '../followRun.ts';
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
interface JournalReport extends SyncReport {
  found: number;
  there: number;
  sent: number;
  refused: { title: string; reason: Message | null; words: string }[];
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
    const ready = await takeFound(run, report, partsOf(parts, deadline));
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

function reportOf({ results }: GapRun): JournalReport {
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
    report: JournalReport;
    parts: CommandServices;
    terminal: Terminal;
  },
): Promise<Carried | null> {
  const plan = await planFound(accountId, draftIds, report, partsOf(parts, deadline));
  if (plan === null) return null;
  const started = await deadline.local(
    parts.handlers['uploads.start']({ plan, name: t('cli.sync.name', { journal: options.journal }) }),
  );
  const carried = await carryUpload(started, { ...options, deadline }, parts, terminal);
  const { counts } = carried.upload;
  report.sent = counts.created + counts.overwrote + counts.stored;
  report.refused = carried.refused.map(({ title, refusal }) => ({
    ...{ title, reason: refusal?.message ?? null, words: refusal?.words ?? '' },
  }));
  return carried;
}

function partsOf({ handlers: calls, subscribe }: CommandServices, deadline: Deadline): SyncParts {
  return {
    calls,
    settled: (id, states) =>
      waitFor(
        subscribe,
        'imports.changed',
        (status: ImportStatus) => status.id === id && states.includes(status.state),
        () => calls['imports.get']({ id }),
      ),
    within: deadline.within,
  };
}

function print(report: JournalReport, { json, journal }: SyncOptions, { out }: Terminal): void {
  if (json) {
    out(`${JSON.stringify(worded(report))}\n`);
    return;
  }
  const { doubtful, refused, problems, ...counts } = report;
  out(
    lineOf(t('cli.sync.result', { ...counts, journal, doubtful: doubtful.length, refused: refused.length })),
  );
  const named = (title: string) => labelled(title || t('common.untitled'));
  for (const { title, reason } of doubtful) out(lineOf(`  ${named(title)}${describe(reason)}`));
  for (const { title, reason, words } of refused)
    out(lineOf(`  ${named(title)}${describe(reason)}${words === '' ? '' : ` (${words})`}`));
  for (const problem of problems) out(lineOf(`  ${describe(problem)}`));
}

function exitCodeOf(
  { doubtful, refused, problems, ready, sent }: JournalReport,
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
