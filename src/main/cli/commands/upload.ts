import { basename } from 'node:path';
import type { EventData, Handlers } from '../../../shared/contract/contract.ts';
import type { Account } from '../../../shared/directory/account.ts';
import type { ImportFormat } from '../../../shared/draft/fileFormats.ts';
import type { ImportProblem, ImportStatus } from '../../../shared/draft/importing.ts';
import { isIdentityRemark } from '../../../shared/draft/importNotes.ts';
import { AppError } from '../../../shared/errors.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { sinceText } from '../../../shared/i18n/sinceText.ts';
import { msg } from '../../../shared/message.ts';
import type { Plan } from '../../../shared/upload/upload.ts';
import { readPages } from '../../platform/readPages.ts';
import { chosenJournal } from '../chosenJournal.ts';
import { createDeadline } from '../deadline.ts';
import { readGivenPieces, sizeOfFile } from '../givenFiles.ts';
import { readEncoding } from '../readerChoices.ts';
import { readMapping } from '../readMapping.ts';
import { lineOf, type Terminal } from '../terminal.ts';
import { waitFor } from '../waitFor.ts';
import { type CommandServices, withServices } from '../withServices.ts';
import { findAccount } from './accounts.ts';
import { carryUpload, goOn } from './carryUpload.ts';
import { queuedBefore } from './queuedBefore.ts';
import { labelled, printResults } from './uploadResults.ts';

interface UploadOptions {
  account: string;
  format: ImportFormat | 'auto';
  mapping?: string;
  journal?: string;
  encoding?: string;
  nameOrder?: 'family' | 'given';
  keepDecodedTwice?: boolean;
  emptyCells?: 'keep' | 'clear';
  dryRun?: boolean;
  includeHardToFind?: boolean;
  includeDeleted?: boolean;
  withoutKeeping?: boolean;
  withoutLooking?: boolean;
  /** Minutes without progress at the directory before giving up. */
  wait: number;
  json?: boolean;
  data?: string;
}

const pieceBytes = 1_000_000;

/** Imports, plans, sends and prints the result; exit code 1 if a record was refused, held back or unreadable. */
export async function upload(files: string[], options: UploadOptions, terminal: Terminal): Promise<number> {
  return withServices({ ...options, isIdle: true, sends: !options.dryRun }, terminal, async (parts) => {
    const queued = await queuedBefore(parts.handlers);
    await parts.services.start();
    const deadline = createDeadline(options.wait, parts.subscribe);
    const account = await findAccount(options.account, parts.handlers);
    await deadline.within(refreshJournals(account, parts.handlers));
    const { id } = await deadline.local(importFiles(files, account, options, parts));
    const problems = await allProblems(id, parts.handlers);
    const { drafts, remarks } = await importedDrafts(id, parts.handlers);
    const before = await goOn(queued, drafts, { ...options, deadline }, parts, terminal);
    if (before.hasStopped)
      return printResults(
        { before: before.carried, now: null, plan: null, problems, remarks },
        options,
        terminal,
      );
    const takesSnapshots = options.withoutKeeping !== true;
    const selection = { ids: before.left };
    const ask = {
      accountId: account.id,
      selection,
      includeUnchanged: false,
      includeHardToFind: options.includeHardToFind === true,
      includeDeleted: options.includeDeleted === true,
      takesSnapshots,
    };
    const plan = await deadline.within(planned(ask, options, parts, terminal));
    if (!options.json) {
      printThere(plan, terminal);
      printLeftOut(plan, terminal);
      if (plan.unchecked.includes('journals')) terminal.err(lineOf(t('cli.upload.journalsUnchecked')));
    }
    const results = { before: before.carried, now: null, plan, problems, remarks };
    if (options.dryRun || plan.toSend === 0) return printResults(results, options, terminal);
    const name = files.map((file) => basename(file)).join(', ');
    const started = await deadline.local(parts.handlers['uploads.start']({ plan: plan.id, name }));
    const { since } = started;
    const left = sinceText(since, 'drafts');
    if (left && !options.json) terminal.err(lineOf(left));
    const now = await carryUpload(started, { ...options, deadline }, parts, terminal);
    return printResults({ ...results, now, since }, options, terminal);
  });
}

/** Fresh journals make the rules more precise; a failure is harmless, because the directory checks too. */
export async function refreshJournals(account: Account, handlers: Handlers): Promise<void> {
  try {
    await handlers['journals.refresh']({ accountId: account.id });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

/** Imports all files together and accepts the result. */
async function importFiles(
  paths: string[],
  account: Account,
  options: UploadOptions,
  { handlers, subscribe }: CommandServices,
): Promise<ImportStatus> {
  const files = await Promise.all(paths.map(describeFile));
  const [first] = files;
  const { id } = await handlers['imports.open']({
    accountId: account.id,
    name: files.length === 1 && first ? first.name : t('import.files', { count: files.length }),
    size: files.reduce((sum, file) => sum + file.size, 0),
    files: files.map(({ name, size }) => ({ name, size })),
    format: options.format === 'auto' ? undefined : options.format,
    asks: false,
    encoding: options.encoding === undefined ? undefined : await readEncoding(options.encoding),
    emptyCells: options.emptyCells,
    nameOrder: options.nameOrder,
    decodedTwice: options.keepDecodedTwice ? 'keep' : undefined,
    mapping:
      options.mapping === undefined
        ? undefined
        : await readMapping(options.mapping, async () => handlers['imports.mappings']({})),
    journal:
      options.journal === undefined
        ? undefined
        : chosenJournal(
            options.journal,
            (await handlers['journals.list']({ accountId: account.id })).journals,
          ),
  });
  let at = 0;
  for (const { path, size } of files) {
    const range = { highWaterMark: pieceBytes, end: Math.max(0, size - 1) };
    for await (const piece of readGivenPieces(path, range)) {
      await handlers['imports.write']({ id, at, piece: piece.toString('base64') });
      at += piece.length;
    }
  }
  const settled = (states: ImportStatus['state'][]) =>
    waitFor(
      subscribe,
      'imports.changed',
      (status: ImportStatus) => status.id === id && states.includes(status.state),
      () => handlers['imports.get']({ id }),
    );
  await handlers['imports.read']({ id });
  const read = await settled(['preview', 'failed', 'cancelled']);
  if (read.state !== 'preview')
    throw new AppError(
      'unreadable_file',
      msg('cli.upload.unreadable', { name: read.name, reason: read.message }),
    );
  await handlers['imports.accept']({ id, shown: read.shown });
  // It is being accepted by now, so a preview means that this failed.
  const over = await settled(['accepted', 'preview', 'failed', 'cancelled']);
  if (over.state !== 'accepted') throw new AppError('storage', over.message ?? msg('shell.bug.message'));
  return over;
}

async function describeFile(path: string) {
  return { path, name: basename(path), size: await sizeOfFile(path) };
}

function allProblems(id: number, handlers: Handlers): Promise<ImportProblem[]> {
  return readPages(async (range) => {
    const { problems: rows, total } = await handlers['imports.problems']({ id, ...range });
    return { rows, total };
  });
}

/** Drafts that the import created, changed, or found unchanged, and remarks on drafts that records only resemble. */
async function importedDrafts(
  id: number,
  handlers: Handlers,
): Promise<{ drafts: number[]; remarks: ImportProblem[] }> {
  const rows = await readPages(async (range) => handlers['imports.rows']({ id, ...range }));
  return {
    drafts: [...new Set(rows.flatMap(({ draftId }) => draftId ?? []))],
    remarks: rows.flatMap(({ file, index, line, notes }) =>
      notes.filter(isIdentityRemark).map((message) => ({ file, index, line, message })),
    ),
  };
}

/** Plans the upload; looks up existing records in the directory first, unless the settings or the options forbid it. */
async function planned(
  ask: {
    accountId: string;
    selection: { ids: number[] };
    includeUnchanged: boolean;
    includeHardToFind: boolean;
    includeDeleted: boolean;
    takesSnapshots: boolean;
  },
  options: UploadOptions,
  { handlers, subscribe }: CommandServices,
  terminal: Terminal,
): Promise<Plan> {
  const { looksFirst } = await handlers['app.settings']({});
  if (!looksFirst || options.withoutLooking) return handlers['uploads.plan'](ask);
  const stop = subscribe((name, data) => {
    const { stage, done, total } = data as EventData<'uploads.planning'>;
    if (name !== 'uploads.planning' || stage !== 'looking' || options.json) return;
    terminal.err(`\r${t('cli.upload.looked', { done, total })}${done === total ? '\n' : ''}`);
  });
  try {
    return await handlers['uploads.plan']({ ...ask, look: true, watch: 'upload' });
  } finally {
    stop();
  }
}

/** Articles that are sent only with an option. */
function printLeftOut({ heldBackCounts }: Plan, terminal: Terminal): void {
  const hardToFind = heldBackCounts['hard-to-find'] ?? 0;
  if (hardToFind > 0) terminal.err(lineOf(t('cli.upload.hardToFind', { count: hardToFind, n: hardToFind })));
  const deleted = heldBackCounts['deleted-there'] ?? 0;
  if (deleted > 0) terminal.err(lineOf(t('cli.upload.deletedThere', { count: deleted, n: deleted })));
}

/** Records that were changed or created at the directory by others and would be overwritten. */
function printThere({ there, fresh }: Plan, terminal: Terminal): void {
  if (!there) {
    if (fresh > 0) terminal.err(lineOf(`${t('send.there.notLooked')} ${t('send.there.notLookedNew')}`));
    return;
  }
  const { changedCount: changed, foreignCount: foreign, unasked } = there;
  if (unasked) terminal.err(lineOf(t('cli.upload.unasked', { why: describe(unasked) })));
  if (changed + foreign === 0) return;
  terminal.err(lineOf(t('cli.upload.there', { changed, foreign })));
  for (const kind of ['changed', 'foreign'] as const)
    for (const { title, at } of there[kind])
      terminal.err(
        lineOf(`  ${labelled(title || t('common.untitled'))}${t(`cli.upload.${kind}`, { when: at })}`),
      );
}
