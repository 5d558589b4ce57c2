import { describe, t } from '../../../shared/i18n/i18n.ts';
import type { Hit, SearchPage } from '../../../shared/search/searching.ts';
import { checkPaging } from '../../../shared/search/searchQuery.ts';
import { withDeadline } from '../deadline.ts';
import { exitCodes, lineOf, type Terminal } from '../terminal.ts';
import { worded } from '../worded.ts';
import { findAccount } from './accounts.ts';
import { checkedText, checkOne, type QueryOptions, readTexts } from './query.ts';

/** Sends queries that pass the check and prints their hits; exit code 1 if one was not sent. */
export async function search(
  texts: string[],
  options: QueryOptions & { account: string; wait: number; data?: string },
  terminal: Terminal,
): Promise<number> {
  return withDeadline(options, terminal, async ({ handlers }, deadline) => {
    const account = await findAccount(options.account, handlers);
    const { wildcards } = (await handlers['accounts.profile']({ id: account.id })).profile;
    let code: number = exitCodes.done;
    // Whoever hands over many queries may take time between two of them.
    for await (const text of deadline.localPieces(readTexts(texts, terminal))) {
      const checked = checkOne(text, { ...options, dialect: account.dialect, wildcards });
      if (!checked.accepted || checked.findings.some(({ severity }) => severity === 'error')) {
        code = exitCodes.refused;
        if (options.json) terminal.out(`${JSON.stringify(worded(checked))}\n`);
        else terminal.err(checkedText(text, { ...checked, accepted: false }));
        continue;
      }
      const { page, pageSize } = checkPaging(options);
      const { kind, sort = '' } = options;
      const asked = { accountId: account.id, kind, query: text, sort, page, pageSize };
      const found = withStatusText(await handlers['search.run'](asked));
      deadline.extend();
      terminal.out(options.json ? `${JSON.stringify(found)}\n` : print(found));
    }
    return code;
  });
}

/** The detail of an application is its status, in both output formats. */
function withStatusText(page: SearchPage): Page {
  const hits = page.hits.map(({ status, ...hit }) => ({ ...hit, detail: hit.detail || describe(status) }));
  return { ...page, hits };
}

type Line = Omit<Hit, 'status'>;
type Page = Omit<SearchPage, 'hits'> & { hits: Line[] };

function print(found: Page): string {
  const { total, page, pageSize, hits, took } = found;
  const first = (page - 1) * pageSize + 1;
  const head =
    hits.length === 0
      ? t('cli.search.none', { total, took })
      : t('cli.search.found', { first, last: first + hits.length - 1, total, took });
  return `${lineOf(head)}${hits.map(lines).join('')}`;
}

function lines({ id, title, detail, journal, issns, doi, year }: Line): string {
  const about = [detail, journal, year, doi, issns.join(', '), id].filter((part) => part !== '');
  return `  ${lineOf(title || t('common.untitled'))}    ${lineOf(about.join(' · '))}`;
}
