import type { ImportProblem } from '../../../shared/draft/importing.ts';
import { fieldText } from '../../../shared/i18n/fieldText.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { nothingSince, type Since } from '../../../shared/plan.ts';
import type { Plan } from '../../../shared/upload/upload.ts';
import { exitCodes, lineOf, type Terminal } from '../terminal.ts';
import { worded } from '../worded.ts';
import { type Carried, isStopped } from './carryUpload.ts';

/** The result of the command; `now` is null if nothing new was sent, `plan` if no plan was made. */
export interface UploadResults {
  /** Earlier uploads that it continued. */
  before: readonly Carried[];
  now: Carried | null;
  plan: Plan | null;
  problems: readonly ImportProblem[];
  /** Records that resemble a draft without being proved to be the same article. */
  remarks: readonly ImportProblem[];
  /** What was left out because it was not as planned when it was queued; absent if nothing new was sent. */
  since?: Since;
}

/** Prints the result as text or JSON, and returns the exit code. */
export function printResults(
  results: UploadResults,
  options: { json?: boolean },
  terminal: Terminal,
): number {
  if (options.json) terminal.out(`${JSON.stringify(worded(forPrograms(results)))}\n`);
  else print(results, terminal);
  return exitCodeOf(results);
}

/** A label followed by its subject. */
export function labelled(label: string): string {
  return `${t('common.labelled', { label })} `;
}

function forPrograms({ before, now, plan, problems, remarks, since = nothingSince }: UploadResults) {
  const wentOn = before.map(({ upload, refused }) => ({ upload, refused }));
  if (now === null) return { plan, problems, remarks, wentOn };
  const { upload, refused } = now;
  return { upload, refused, heldBack: plan?.heldBack ?? [], since, problems, remarks, wentOn };
}

function print({ before, now, plan, problems, remarks }: UploadResults, terminal: Terminal): void {
  for (const one of before) printCarried(one, one.upload.skipped, one.upload.heldBack, terminal);
  if (now) printCarried(now, plan?.unchanged ?? 0, held(plan), terminal);
  else if (plan) {
    const seconds = Math.ceil(plan.seconds);
    terminal.out(lineOf(t('cli.upload.plan', { ...plan, seconds, held: held(plan) })));
    printIgnored(plan, terminal);
  }
  for (const one of plan?.heldBack ?? [])
    terminal.out(lineOf(`  ${labelled(one.title || t('common.untitled'))}${describe(one.message)}`));
  printProblems([...problems, ...remarks], terminal);
}

/** The values that will be lost, by field, and how many the directory fills in itself. */
function printIgnored({ ignored, filledIn }: Plan, terminal: Terminal): void {
  const { count } = ignored;
  if (count > 0) terminal.out(lineOf(t('send.ignored.title', { count, n: count })));
  for (const { path, count: times } of ignored.fields)
    terminal.out(lineOf(`  ${t('send.ignored.field', { field: fieldText(path), count: times, n: times })}`));
  if (filledIn > 0) terminal.out(lineOf(t('send.filledIn', { count: filledIn, n: filledIn })));
}

function printCarried(
  { upload, refused }: Carried,
  skipped: number,
  heldBack: number,
  terminal: Terminal,
): void {
  const { counts } = upload;
  const sent = counts.created + counts.overwrote + counts.stored;
  terminal.out(lineOf(t('cli.upload.result', { sent, ...counts, skipped, held: heldBack })));
  const { idsMissing: count } = upload;
  if (count > 0) terminal.out(lineOf(t('cli.upload.idsMissing', { count, n: count })));
  for (const item of refused) {
    const { path, message, words } = item.refusal ?? { path: '', message: null, words: '' };
    const field = path ? labelled(path) : '';
    terminal.out(
      lineOf(
        `  ${labelled(describe(item.from) || item.title)}${field}${describe(message)}${words ? ` (${words})` : ''}`,
      ),
    );
  }
}

function printProblems(problems: readonly ImportProblem[], terminal: Terminal): void {
  for (const { file, index, line: at, message } of problems) {
    const place =
      index === null
        ? at === null
          ? file
          : t('cli.upload.line', { file, line: at })
        : t('cli.check.place', { file, number: index });
    terminal.out(lineOf(`  ${labelled(place)}${describe(message)}`));
  }
}

function exitCodeOf({ before, now, plan, problems, since = nothingSince }: UploadResults): number {
  const carried = now ? [...before, now] : before;
  const signal = carried.map(({ end }) => end).find(isStopped);
  if (signal) return exitCodes[signal];
  if (carried.some(({ end }) => end === 'waited')) return exitCodes.waited;
  if (carried.some(({ upload }) => upload.state === 'paused')) return exitCodes.account;
  const refused = carried.reduce((sum, one) => sum + one.refused.length, 0);
  return refused + held(plan) + problems.length + since.changed > 0 ? exitCodes.refused : exitCodes.done;
}

function held(plan: Plan | null): number {
  return Object.values(plan?.heldBackCounts ?? {}).reduce((sum, count) => sum + (count ?? 0), 0);
}
