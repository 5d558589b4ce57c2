import { text as textOfStream } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallOutput, Handlers } from '../../../shared/contract/contract.ts';
import type { Account } from '../../../shared/directory/account.ts';
import { AppError } from '../../../shared/errors.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { msg } from '../../../shared/message.ts';
import { findingKinds } from '../../../shared/watch/findingKinds.ts';
import type { Finding, MailLine, WatchState } from '../../../shared/watch/watch.ts';
import { fail } from '../../platform/failures.ts';
import { readGivenFile } from '../givenFiles.ts';
import { exitCodeOfError, exitCodes, lineOf, rowOf, type Terminal } from '../terminal.ts';
import { type CommandServices, withServices } from '../withServices.ts';
import { worded } from '../worded.ts';
import { accountErrorText, namedOrAllAccounts } from './accounts.ts';

interface WatchOptions {
  account?: string;
  once?: boolean;
  inventory?: boolean;
  mail?: string;
  json?: boolean;
  data?: string;
}

const day = 24 * 3_600_000;
/** Characters of a mail. */
const longestMail = 2_000_000;
/** Findings that one call answers. */
const pageSize = 500;

/**
 * Looks at the accounts for what the directory did on its own, and prints what is not decided yet: once with `--once` or
 * `--inventory`, else once a day until it is stopped. With `--mail`, finds the lines of the directory's weekly mail. Exit
 * code 1 if something needs attention, 3 if the directory could not be asked.
 */
export function watch(options: WatchOptions, terminal: Terminal): Promise<number> {
  const { once = false, inventory = false, mail } = options;
  if (mail !== undefined && (once || inventory))
    throw new AppError('input', msg('cli.watch.either', { option: '--mail' }));
  return withServices(options, terminal, async (parts) => {
    const accounts = await namedOrAllAccounts(options.account, parts.handlers);
    if (mail !== undefined) return matchMail(accounts, mail, { options, parts, terminal });
    for (;;) {
      let code: number = exitCodes.done;
      for (const account of accounts) {
        try {
          const found = await lookAt(account, inventory, parts);
          await print(account, found, { options, parts, terminal });
          if (attention(found) > 0) code = Math.max(code, exitCodes.refused);
        } catch (error) {
          // The other accounts, and the next day, do not depend on it.
          if (!(error instanceof AppError)) throw error;
          terminal.err(accountErrorText(account, error));
          code = Math.max(code, exitCodeOfError(error));
        }
      }
      if (once || inventory) return code;
      await sleep(day);
    }
  });
}

/** One look, to its end; throws AppError if it had none. */
async function lookAt(
  { id: accountId }: Account,
  isInventory: boolean,
  { handlers, subscribe }: CommandServices,
): Promise<WatchState> {
  const before = await handlers['watch.state']({ accountId });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const isOver = async () => {
    const { state } = await handlers['watch.state']({ accountId });
    if (state !== 'looking' && state !== 'inventory') resolve();
  };
  const stop = subscribe((name, data) => {
    if (name === 'watch.changed' && (data as { accountId: string }).accountId === accountId)
      isOver().catch(reject);
  });
  try {
    await handlers['watch.start']({ accountId, isInventory });
    await isOver();
    await promise;
  } finally {
    stop();
  }
  const after = await handlers['watch.state']({ accountId });
  if (after.state === 'noKey') throw fail('directory.problem.keyMissing');
  if (after.problem) throw new AppError('remote', after.problem);
  if (after.lookedAt === before.lookedAt) throw new AppError('state', msg('cli.watch.elsewhere'));
  return after;
}

const attention = ({ open }: WatchState) => findingKinds.reduce((sum, kind) => sum + open[kind], 0);

async function print(
  account: Account,
  state: WatchState,
  { options, parts, terminal }: { options: WatchOptions; parts: CommandServices; terminal: Terminal },
): Promise<void> {
  const findings = await openFindings(account.id, parts.handlers);
  if (options.json) {
    terminal.out(
      `${JSON.stringify({ account: account.name, watch: worded(state), findings: worded(findings) })}\n`,
    );
    return;
  }
  const { present: count, requests } = state;
  terminal.out(lineOf(t('cli.watch.looked', { name: account.name, count, requests })));
  for (const kind of findingKinds) {
    const some = findings.filter((one) => one.kind === kind);
    if (some.length === 0) continue;
    terminal.out(lineOf(t('cli.watch.kind', { kind: t(`watchScreen.tab.${kind}`), count: some.length })));
    for (const one of some) terminal.out(textOf(one));
  }
}

function textOf({ title, about, remoteId, happenedAt, noticedAt, reason }: Finding): string {
  const day = (happenedAt || noticedAt).slice(0, 10);
  return `  ${rowOf(day, remoteId, title || t('common.untitled'), about, reason ? describe(reason) : '')}`;
}

async function openFindings(accountId: string, handlers: Handlers): Promise<Finding[]> {
  const all: Finding[] = [];
  for (const kind of findingKinds) {
    for (let offset = 0; ; offset += pageSize) {
      const page: CallOutput<'watch.findings'> = await handlers['watch.findings']({
        accountId,
        kind,
        isOpen: true,
        offset,
        limit: pageSize,
      });
      all.push(...page.findings);
      if (offset + pageSize >= page.total) break;
    }
  }
  return all;
}

/**
 * A mail names the articles of one account, and says nothing of which: the first account that knows a line has it. Only an
 * account with a key can be asked about what it knows.
 */
async function matchMail(
  accounts: readonly Account[],
  file: string,
  { options, parts, terminal }: { options: WatchOptions; parts: CommandServices; terminal: Terminal },
): Promise<number> {
  const text =
    file === '-' ? await textOfStream(terminal.stdin) : (await readGivenFile(file)).toString('utf8');
  if (text.length > longestMail) throw new AppError('input', msg('cli.watch.tooLong', { file }));
  let best: ({ account: Account } & CallOutput<'watch.mail'>) | null = null;
  const asked = options.account === undefined ? accounts.filter(({ key }) => key !== 'missing') : accounts;
  for (const account of asked) {
    const found = await parts.handlers['watch.mail']({ accountId: account.id, text });
    if (best === null || known(found.lines) > known(best.lines)) best = { account, ...found };
  }
  const { account, lines, more, isMail } = best!;
  if (options.json) terminal.out(`${JSON.stringify({ account: account.name, isMail, lines, more })}\n`);
  else {
    if (!isMail) terminal.err(lineOf(t('cli.watch.noMail')));
    for (const { line, matches } of lines) {
      terminal.out(lineOf(line));
      for (const { remoteId, state, isLikely } of matches) {
        const likely = isLikely ? t('watchScreen.mail.likely') : '';
        terminal.out(`  ${rowOf(remoteId, t(`watchScreen.mail.states.${state}`), likely)}`);
      }
      if (matches.length === 0) terminal.out(`  ${lineOf(t('cli.watch.unknown'))}`);
    }
    if (more > 0) terminal.err(lineOf(t('cli.watch.more', { count: more })));
  }
  const isFine = ({ matches }: MailLine) =>
    matches.length > 0 && matches.every(({ state }) => state === 'deletedHere' || state === 'there');
  return isMail && more === 0 && lines.every(isFine) ? exitCodes.done : exitCodes.refused;
}

const known = (lines: readonly MailLine[]) => lines.filter(({ matches }) => matches.length > 0).length;
