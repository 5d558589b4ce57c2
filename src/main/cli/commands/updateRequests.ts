import type { ApplicationEvent, ApplicationRow } from '../../../shared/application/applicationDraft.ts';
import type { Handlers } from '../../../shared/contract/contract.ts';
import type { Account } from '../../../shared/directory/account.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { fail } from '../../platform/failures.ts';
import { readPages } from '../../platform/readPages.ts';
import { withDeadline } from '../deadline.ts';
import { exitCodes, lineOf, type Terminal } from '../terminal.ts';
import { accountErrorText, namedOrAllAccounts } from './accounts.ts';

interface UpdateRequestsOptions {
  wait: number;
  account?: string;
  refresh?: boolean;
  json?: boolean;
  data?: string;
}

/** A row with its observed events. */
type Listed = ApplicationRow & { timeline: ApplicationEvent[] };

/** The states in the order of urgency. */
const order = [
  'revisions',
  'refused',
  'failed',
  'unsure',
  'never',
  'queued',
  'sending',
  'sent',
  'checking',
  'waiting',
  'review',
  'other',
  'accepted',
  'rejected',
  'withdrawn',
  'gone',
] as const;
type Group = (typeof order)[number];

/**
 * Prints applications by state with timelines; `refresh` updates them first. Exit code 3 if that fails, or an account has
 * no key.
 */
export async function updateRequests(options: UpdateRequestsOptions, terminal: Terminal): Promise<number> {
  return withDeadline(options, terminal, async ({ handlers }) => {
    const accounts = await namedOrAllAccounts(options.account, handlers);
    const code = options.refresh ? await refresh(accounts, handlers, terminal) : exitCodes.done;
    const listed: Listed[] = [];
    for (const account of accounts) listed.push(...(await listAll(account.id, handlers)));
    if (options.json) terminal.out(`${JSON.stringify(listed.map(withTexts))}\n`);
    else terminal.out(listText(listed, accounts));
    return code;
  });
}

/** Returns the exit code: an account without a key cannot be updated, which does not keep the others from it. */
async function refresh(
  accounts: readonly Account[],
  handlers: Handlers,
  terminal: Terminal,
): Promise<number> {
  let code: number = exitCodes.done;
  for (const account of accounts) {
    if (account.key === 'missing') {
      terminal.err(accountErrorText(account, fail('directory.problem.keyMissing')));
      code = exitCodes.account;
      continue;
    }
    const followed = await handlers['applications.refresh']({ accountId: account.id });
    terminal.err(
      lineOf(
        `${t('common.labelled', { label: account.name })} ${t('cli.updateRequests.asked', { ...followed })}`,
      ),
    );
  }
  return code;
}

function listAll(accountId: string, handlers: Handlers): Promise<Listed[]> {
  return readPages(async (range) => {
    const filter = { trashed: false };
    const { rows, total } = await handlers['applications.list']({ accountId, filter, ...range });
    const withTimeline = rows.map(async (row) => ({
      ...row,
      timeline: (await handlers['applications.get']({ id: row.id })).timeline,
    }));
    return { rows: await Promise.all(withTimeline), total };
  });
}

/** Scripts read the event's text. */
function withTexts({ timeline, ...row }: Listed) {
  const events = timeline.map(({ message, ...event }) => ({ ...event, text: describe(message) }));
  return { ...row, timeline: events };
}

function listText(listed: readonly Listed[], accounts: readonly Account[]): string {
  if (listed.length === 0) return `${t('cli.updateRequests.none')}\n`;
  const nameOf = new Map(accounts.map((account) => [account.id, account.name]));
  const lines: string[] = [];
  for (const group of order) {
    const rows = listed.filter((row) => groupOf(row) === group);
    if (rows.length === 0) continue;
    lines.push(`${t(`cli.updateRequests.state.${group}`)} (${rows.length})`);
    for (const row of rows) {
      const issns = [row.pissn, row.eissn].filter((issn) => issn !== '').join(', ');
      const edited = row.sync === 'changed' ? t('cli.updateRequests.edited') : '';
      const parts = [row.title || t('common.untitled'), issns, nameOf.get(row.accountId), edited];
      lines.push(`  ${parts.filter(Boolean).join(' · ')}`);
      for (const { at, message } of row.timeline) lines.push(`    ${dateOf(at)}  ${describe(message)}`);
    }
  }
  return lines.map(lineOf).join('');
}

/** The state of our copy counts while it is being sent; otherwise the directory's state. */
function groupOf({ sync, status }: ApplicationRow): Group {
  if (sync === 'queued' || sync === 'sending' || sync === 'unsure') return sync;
  if ((sync === 'refused' || sync === 'failed') && status !== 'accepted' && status !== 'rejected')
    return sync;
  if (status !== null) return status;
  return sync === 'sent' || sync === 'changed' ? 'sent' : 'never';
}

function dateOf(at: string): string {
  return at.slice(0, 16).replace('T', ' ');
}
