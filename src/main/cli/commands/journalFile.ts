import { basename } from 'node:path';
import type { CallOutput, Handlers } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/errors.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { placeText } from '../../../shared/i18n/journalFileText.ts';
import { sinceText } from '../../../shared/i18n/sinceText.ts';
import { checkJournalFile } from '../../../shared/journalFile/checkJournalFile.ts';
import { fileNotes } from '../../../shared/journalFile/fileNotes.ts';
import { readJournalFile } from '../../../shared/journalFile/readJournalFile.ts';
import type { JournalFileProblem } from '../../../shared/journalFile/report.ts';
import { type Message, msg } from '../../../shared/message.ts';
import { nothingSince } from '../../../shared/plan.ts';
import { activePack } from '../../../shared/rulePack/rulePack.ts';
import { givenIssn } from '../chosenJournal.ts';
import { withDeadline } from '../deadline.ts';
import { readGivenFile } from '../givenFiles.ts';
import { readKnownJournals } from '../knownJournals.ts';
import { writeResult } from '../newFile.ts';
import { exitCodes, lineOf, type Terminal } from '../terminal.ts';
import { worded } from '../worded.ts';
import { findAccount } from './accounts.ts';

interface FileOptions {
  wait: number;
  account: string;
  data?: string;
  json?: boolean;
}

type Checked = Omit<CallOutput<'journals.checkFile'>, 'id' | 'proposals'>;

/** Checks a Journal Update File like the directory's page; with `--json` in the shape of its report. */
export async function checkFile(
  file: string,
  options: Omit<FileOptions, 'account'> & { account?: string; journals?: string },
  terminal: Terminal,
): Promise<number> {
  const bytes = await readBytes(file, terminal);
  const { account, journals } = options;
  if (journals !== undefined)
    return print(await checkAlone(file, bytes, { account: account ?? '', journals }), options, terminal);
  if (account === undefined)
    throw new AppError(
      'input',
      msg('cli.journalFile.whose', { account: '--account', journals: '--journals' }),
    );
  return withDeadline(options, terminal, async ({ handlers }) => {
    const input = await inputOf(file, bytes, account, handlers);
    return print(await handlers['journals.checkFile'](input), options, terminal);
  });
}

/** Creates draft Update Requests from the rows of a Journal Update File; exit code 1 if a row gets none, or has an error. */
export async function makeRequests(file: string, options: FileOptions, terminal: Terminal): Promise<number> {
  const bytes = await readBytes(file, terminal);
  return withDeadline(options, terminal, async ({ handlers }) => {
    const input = await inputOf(file, bytes, options.account, handlers);
    const checked = await handlers['journals.checkFile'](input);
    const { id: plan, proposals, headers, notes } = checked;
    const problems = problemsOf(checked);
    const isGoing = ({ problem, proposed }: (typeof proposals)[number]) =>
      problem === null && proposed.length > 0;
    const { ids, since } = proposals.some(isGoing)
      ? await handlers['applications.createMany']({ plan })
      : { ids: [], since: nothingSince };
    const rest = proposals.filter((proposal) => !isGoing(proposal));
    const left = rest.map(({ title, problem }) => ({
      title,
      problem: problem ?? msg('journalFile.problem.noChange'),
    }));
    const made = { ids, since, leftOut: left, problems, notes };
    if (options.json) terminal.out(`${JSON.stringify(worded(made))}\n`);
    else {
      terminal.out(lineOf(t('cli.journalFile.made', { count: ids.length })));
      if (since.changed > 0) terminal.err(lineOf(sinceText(since, 'journals')));
      for (const { title, problem } of left)
        terminal.err(lineOf(t('cli.journalFile.leftOut', { title, problem: describe(problem) })));
      for (const problem of problems) terminal.err(problemText(problem, headers));
      for (const note of notes) terminal.err(lineOf(line(note, note.message, headers)));
    }
    const isWrong = problems.some(({ type }) => type === 'error');
    return left.length + since.changed > 0 || isWrong ? exitCodes.refused : exitCodes.done;
  });
}

/**
 * Writes a Journal Update File: journals as the directory has them or, with `file`, that file's rows as a valid file. Exit
 * code 1 if the file lacks journals or rows, or still has problems.
 */
export async function writeFile(
  file: string | undefined,
  options: FileOptions & { issn?: string[]; out?: string },
  terminal: Terminal,
): Promise<number> {
  if (file !== undefined && options.issn !== undefined)
    throw new AppError('input', msg('cli.journalFile.either', { option: '--issn' }));
  const bytes = file === undefined ? null : await readBytes(file, terminal);
  return withDeadline(options, terminal, async ({ handlers }) => {
    const written =
      file === undefined || bytes === null
        ? await writeJournals(options, handlers)
        : await handlers['journals.correctFile'](await inputOf(file, bytes, options.account, handlers));
    await writeResult([written.file.text], options.out, terminal);
    if (written.copiesOf !== null) terminal.err(lineOf(t('journalFile.copies', { at: written.copiesOf })));
    const lacks =
      'problems' in written
        ? { rowsLeftOut: written.leftOut, stillWrong: written.problems }
        : { notThere: written.leftOut };
    let code: number = exitCodes.done;
    for (const [key, count] of Object.entries(lacks)) {
      if (count === 0) continue;
      terminal.err(lineOf(t(`cli.journalFile.${key}`, { count })));
      code = exitCodes.refused;
    }
    return code;
  });
}

async function writeJournals(
  { account: name, issn: given }: { account: string; issn?: string[] },
  handlers: Handlers,
) {
  const issn = given?.map(givenIssn);
  const accountId = await accountOf(name, handlers);
  const kept = await handlers['journals.list']({ accountId });
  const unknownIn = ({ journals }: typeof kept) =>
    issn?.find((one) => !journals.some(({ pissn, eissn }) => one === pissn || one === eissn));
  // The journal may be new, or have got this ISSN since the list was fetched.
  const known = unknownIn(kept) === undefined ? kept : await handlers['journals.refresh']({ accountId });
  const unknown = unknownIn(known);
  if (unknown !== undefined)
    throw new AppError('input', msg('cli.journalFile.unknownIssn', { issn: unknown, account: name }));
  const chosen = known.journals.filter(({ mine, pissn, eissn }) =>
    issn === undefined ? mine : issn.some((one) => one === pissn || one === eissn),
  );
  if (chosen.length === 0) throw new AppError('input', msg('cli.journalFile.noJournals', { account: name }));
  return handlers['journals.writeFile']({ accountId, journalIds: chosen.map(({ id }) => id) });
}

/** Checks a file against a list of journals, without a data folder. */
async function checkAlone(
  file: string,
  bytes: Buffer,
  { account, journals: list }: { account: string; journals: string },
): Promise<Checked> {
  const { journals: listed } = await readKnownJournals(list);
  const journals = listed.map((journal) => {
    const isNamed = account !== '' && journal.owner !== null;
    return isNamed ? { ...journal, mine: journal.owner === account } : journal;
  });
  const table = readJournalFile(bytes);
  const { reviews } = activePack().profile;
  const context = { account, journals, refusals: new Map<string, string>(), now: new Date(), reviews };
  const { journals: _, notes, ...checked } = checkJournalFile(table, context);
  return {
    ...checked,
    notes: [...fileNotes({ name: nameOf(file), size: bytes.length }), ...notes],
    headers: typeof table === 'string' ? [] : [...table.headers],
  };
}

function print(checked: Checked, { json }: { json?: boolean }, terminal: Terminal): number {
  const { report, notes, crash, kind, headers } = checked;
  const isRefused = report.has_errors || crash !== null;
  if (json)
    terminal.out(`${JSON.stringify({ ...report, kind, crash: worded(crash), notes: worded(notes) })}\n`);
  else {
    for (const problem of problemsOf(checked)) terminal.out(problemText(problem, headers));
    for (const note of notes) terminal.out(lineOf(line(note, note.message, headers)));
    terminal.out(lineOf(t(`journalFile.result.${resultOf(checked)}`)));
  }
  return isRefused ? exitCodes.refused : exitCodes.done;
}

function problemsOf({ problems, crash }: Checked): JournalFileProblem[] {
  return crash === null ? problems : [...problems, crash];
}

function problemText(problem: JournalFileProblem, headers: readonly string[]): string {
  const { type, words, explanation, was, now } = problem;
  const severity = t(`severity.${type === 'error' ? 'error' : 'warning'}`);
  const values = problem.row !== null && problem.row > 1 && problem.column !== null;
  const change = values ? ` ${t('journalFile.values', { was: shown(was), now: shown(now) })}` : '';
  return `${placeText(problem, headers)} [${severity}] ${words}${change}\n  ${describe(explanation)}\n`;
}

function resultOf({ report, crash }: Checked): string {
  if (crash !== null) return 'crash';
  if (report.has_errors) return 'errors';
  return report.has_warnings ? 'warnings' : 'valid';
}

function line(place: Parameters<typeof placeText>[0], message: Message, headers: readonly string[]): string {
  return `${t('common.labelled', { label: placeText(place, headers) })} ${describe(message)}`;
}

function shown(value: unknown): string {
  return value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
}

/** The name of a file that is given; what comes by standard input has none, so there is nothing to say of it. */
function nameOf(file: string): string {
  return file === '-' ? 'standard-input.csv' : basename(file);
}

async function inputOf(file: string, bytes: Buffer, account: string, handlers: Handlers) {
  const accountId = await accountOf(account, handlers);
  return { accountId, name: nameOf(file), data: bytes.toString('base64') };
}

/** The id of the account; its journals are fetched if that was never done. */
async function accountOf(name: string, handlers: Handlers): Promise<string> {
  const { id: accountId } = await findAccount(name, handlers);
  const { fetchedAt } = await handlers['journals.list']({ accountId });
  if (fetchedAt === null) await handlers['journals.refresh']({ accountId });
  return accountId;
}

async function readBytes(file: string, { stdin }: Terminal): Promise<Buffer> {
  if (file === '-') {
    const pieces: Uint8Array[] = [];
    for await (const piece of stdin) pieces.push(Buffer.from(piece));
    return Buffer.concat(pieces);
  }
  return readGivenFile(file);
}
