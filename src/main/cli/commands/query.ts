import type { Dialect } from '../../../shared/directory/account.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Finding } from '../../../shared/finding.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { msg } from '../../../shared/message.ts';
import type { SearchKind } from '../../../shared/search/searching.ts';
import { checkPaging, checkQuery, checkSort, type QueryFinding } from '../../../shared/search/searchQuery.ts';
import { exitCodes, type Terminal } from '../terminal.ts';
import { worded } from '../worded.ts';

/** The options that `query` and `search` share; pages as typed. */
export interface QueryOptions {
  kind: SearchKind;
  sort?: string;
  page?: string;
  pageSize?: string;
  json?: boolean;
}

/** The result of checking a query with its sorting and paging. */
export interface CheckedQuery {
  accepted: boolean;
  /** As it will be sent, before percent-encoding. */
  query: string;
  findings: (Finding | QueryFinding)[];
}

/** Checks queries as the directory would, without sending them; exit code 1 if it would refuse one. */
export async function query(
  texts: string[],
  options: QueryOptions & { dialect: Dialect },
  terminal: Terminal,
): Promise<number> {
  let code: number = exitCodes.done;
  for await (const text of readTexts(texts, terminal)) {
    const checked = checkOne(text, options);
    if (!checked.accepted) code = exitCodes.refused;
    terminal.out(options.json ? `${JSON.stringify(worded(checked))}\n` : checkedText(text, checked));
  }
  return code;
}

/** A query with its sorting and paging as the directory would interpret it. */
export function checkOne(
  text: string,
  options: QueryOptions & Pick<Parameters<typeof checkQuery>[1], 'dialect' | 'wildcards'>,
): CheckedQuery {
  const { kind, dialect, wildcards, sort = '', page, pageSize } = options;
  const checked = checkQuery(text, { kind, dialect, wildcards });
  const order = checkSort(sort, { kind, dialect });
  const paging = checkPaging({
    ...(page === undefined ? {} : { page }),
    ...(pageSize === undefined ? {} : { pageSize }),
  });
  return {
    accepted: checked.accepted && order.accepted && paging.accepted,
    query: checked.query,
    findings: [...checked.findings, ...order.findings, ...paging.findings],
  };
}

/** The queries; `-` stands for one query per line from standard input. */
export async function* readTexts(texts: readonly string[], terminal: Terminal): AsyncGenerator<string> {
  const isMarked = terminal.argv.includes('--');
  for (const text of texts) {
    if (text === '--' && isMarked) continue;
    if (text !== '-') {
      if (text.startsWith('--') && !isMarked) {
        throw new AppError('input', msg('cli.query.unknownOption', { option: text }));
      }
      yield text;
      continue;
    }
    let rest = '';
    for await (const piece of terminal.stdin.setEncoding('utf8')) {
      const lines = `${rest}${piece}`.split('\n');
      rest = lines.pop()!;
      for (const line of lines) yield line.replace(/\r$/, '');
    }
    if (rest !== '') yield rest.replace(/\r$/, '');
  }
}

/** The query and its findings, to print. */
export function checkedText(text: string, { accepted, findings }: CheckedQuery): string {
  const isReadable = findings.every(({ severity }) => severity !== 'error');
  const verdict = accepted ? (isReadable ? 'accepted' : 'unreadable') : 'refused';
  const lines = findings.map((finding) => {
    const words = [
      t(`severity.${finding.severity}`),
      [finding.message, finding.help].map(describe).filter(Boolean).join(' '),
    ];
    const better =
      'instead' in finding && finding.instead !== undefined
        ? `\n    ${t('cli.query.instead', { query: finding.instead })}`
        : '';
    return `  ${words.join(': ')}${better}`;
  });
  return `${[t(`cli.query.${verdict}`, { query: text }), ...lines].join('\n')}\n`;
}
