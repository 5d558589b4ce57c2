import type { Comparison, ComparisonOutcome, ComparisonRow } from '../../../shared/comparisons/comparison.ts';
import type { Handlers } from '../../../shared/contract/contract.ts';
import type { Account } from '../../../shared/directory/account.ts';
import { fieldLabel } from '../../../shared/draft/fieldLabel.ts';
import { AppError } from '../../../shared/errors.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { msg } from '../../../shared/message.ts';
import { readPages } from '../../platform/readPages.ts';
import { withDeadline } from '../deadline.ts';
import { exitCodes, lineOf, type Terminal } from '../terminal.ts';
import { waitFor } from '../waitFor.ts';
import type { CommandServices } from '../withServices.ts';
import { worded } from '../worded.ts';
import { findAccount } from './accounts.ts';

interface CompareOptions {
  wait: number;
  journal: string;
  year: string;
  account?: string;
  json?: boolean;
  data?: string;
}

const toLookAt: ComparisonOutcome[] = ['missing-there', 'missing-here', 'different'];
const maxValueLength = 60;

/**
 * Compares a journal's year in the directory with the drafts of the data folder and prints counts and the rows that
 * need attention; with `--json`, as one line `{comparison, rows}`. Exit code 1 if anything differs, 3 if it failed.
 */
export async function compare(options: CompareOptions, terminal: Terminal): Promise<number> {
  return withDeadline(options, terminal, async (parts) => {
    const { handlers } = parts;
    if (!/^\d{4}$/.test(options.year))
      throw new AppError('input', msg('cli.error.year', { value: options.year }));
    const account = await chosenAccount(options.account, handlers);
    const { journal: issn, year } = options;
    const begun = await handlers['comparisons.start']({ accountId: account.id, issn, year });
    const ended = await follow(begun, parts, options.json ? () => undefined : terminal.err);
    if (ended.state !== 'done') throw new AppError('remote', ended.message ?? msg('shell.bug.message'));
    const rows = await rowsOf(ended.id, handlers);
    if (options.json) terminal.out(`${JSON.stringify({ comparison: worded(ended), rows })}\n`);
    else print(ended, rows, terminal);
    return rows.length > 0 ? exitCodes.refused : exitCodes.done;
  });
}

/** The named account, otherwise the most recently used one, otherwise the first. */
export async function chosenAccount(name: string | undefined, handlers: Handlers): Promise<Account> {
  if (name !== undefined) return findAccount(name, handlers);
  const accounts = await handlers['accounts.list']({});
  const { accountId } = await handlers['app.settings']({});
  const own = accounts.find((account) => account.kind === 'directory');
  const [first] = accounts;
  const chosen = accounts.find((account) => account.id === accountId) ?? own ?? first;
  return chosen ?? findAccount('', handlers);
}

async function follow(
  begun: Comparison,
  { handlers, subscribe }: CommandServices,
  progress: (text: string) => void,
): Promise<Comparison> {
  let isShown = false;
  const stop = subscribe((name, data) => {
    const { id, read, total } = data as Comparison;
    if (name !== 'comparisons.changed' || id !== begun.id) return;
    isShown = true;
    progress(`\r${t('cli.compare.progress', { read, total: total ?? read })}`.padEnd(60));
  });
  try {
    return await waitFor(
      subscribe,
      'comparisons.changed',
      (run: Comparison) => run.id === begun.id && run.state !== 'running',
      () => handlers['comparisons.get']({ id: begun.id }),
    );
  } finally {
    stop();
    if (isShown) progress('\n');
  }
}

function rowsOf(id: number, handlers: Handlers): Promise<ComparisonRow[]> {
  const filter = { id, outcomes: toLookAt, aside: false };
  return readPages(async (range) => handlers['comparisons.rows']({ ...filter, ...range }));
}

function print(run: Comparison, rows: readonly ComparisonRow[], { out }: Terminal): void {
  const { counts } = run;
  out(
    lineOf(
      t('cli.compare.result', {
        journal: run.journalTitle,
        year: run.year,
        total: run.total ?? run.read,
        there: counts['missing-there'],
        here: counts['missing-here'],
        different: counts.different,
        same: counts.same,
        aside: run.aside,
      }),
    ),
  );
  if (run.message) out(lineOf(describe(run.message)));
  for (const row of rows) {
    const name = [row.title || t('common.untitled'), row.doi].filter((part) => part !== '').join(', ');
    out(lineOf(`  ${t(`cli.compare.row.${row.outcome}`, { name })}`));
    for (const { path, before, after } of row.differences) {
      out(
        lineOf(
          `    ${t('cli.compare.difference', { field: describe(fieldLabel(path)), there: shown(before), here: shown(after) })}`,
        ),
      );
    }
  }
}

function shown(value: unknown): string {
  if (value === null) return t('common.nothing');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const letters = [...text.slice(0, maxValueLength * 2)];
  return letters.length > maxValueLength ? `${letters.slice(0, maxValueLength).join('')}\u2026` : text;
}
