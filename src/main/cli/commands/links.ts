import type { CallOutput, Handlers } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/errors.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { linkAddresses } from '../../../shared/links/linkAddresses.ts';
import type { LinkCheck, LinkRun } from '../../../shared/links/linkCheck.ts';
import { type LinkOutcome, linkOutcomes } from '../../../shared/links/linkOutcomes.ts';
import { msg } from '../../../shared/message.ts';
import { ordinaryChoices } from '../../formats/article/choices.ts';
import { placeIn } from '../../formats/readRecord.ts';
import { followRun } from '../followRun.ts';
import { readInput, requireFiles } from '../readInput.ts';
import { exitCodes, lineOf, rowOf, type Terminal } from '../terminal.ts';
import { withServices } from '../withServices.ts';
import { findAccount } from './accounts.ts';
import { remark } from './convert.ts';

interface LinksOptions {
  account?: string;
  contact?: string;
  json?: boolean;
  data?: string;
}

const problems: ReadonlySet<LinkOutcome> = new Set(['broken', 'suspicious', 'certificate']);

/**
 * Checks the full-text addresses of the records of files, or of an account's drafts, and prints those that need
 * attention; with `--json`, prints every result, one per line. Exit code 1 if an address is broken, suspicious or has a
 * bad certificate, or if a record could not be read.
 */
export async function links(files: string[], options: LinksOptions, terminal: Terminal): Promise<number> {
  if ((files.length === 0) === (options.account === undefined))
    throw new AppError('input', msg('cli.links.whose', { option: '--account' }));
  await requireFiles(files);
  return withServices(options, terminal, async (parts) => {
    const { addresses, unread } = await fileAddresses(files, terminal);
    const { handlers } = parts;
    const begun =
      options.account === undefined
        ? await handlers['links.startAddresses']({ addresses })
        : await handlers['links.start']({
            accountId: (await findAccount(options.account, handlers)).id,
            selection: { filter: { trashed: false }, except: [] },
          });
    const ended = await followRun('links.changed', begun, {
      subscribe: parts.subscribe,
      current: () => handlers['links.get']({ accountId: begun.accountId }),
      describe: ({ done, total }) => t('cli.links.progress', { done, total }),
      show: options.json ? () => undefined : terminal.err,
    });
    const checks = await readResults(begun.accountId, handlers);
    if (options.json) for (const check of checks) terminal.out(`${JSON.stringify(check)}\n`);
    else if (ended.state === 'done' || checks.length > 0) print(ended, checks, terminal);
    if (ended.state !== 'done') throw new AppError('remote', ended.problem ?? msg('shell.bug.message'));
    const isBad = linkOutcomes.some((one) => problems.has(one) && (ended.outcomes[one] ?? 0) > 0);
    return isBad || unread > 0 ? exitCodes.refused : exitCodes.done;
  });
}

async function fileAddresses(files: readonly string[], terminal: Terminal) {
  const found = new Set<string>();
  let unread = 0;
  for (const file of files) {
    for await (const item of readInput(file, { format: 'auto', choices: ordinaryChoices }, terminal))
      if ('record' in item) for (const address of linkAddresses(item.record)) found.add(address);
      else {
        unread += 1;
        const name = placeIn(file, item);
        const place = item.index === null ? name : t('cli.check.place', { file: name, number: item.index });
        remark(place, 'error', item.message, terminal);
      }
  }
  return { addresses: [...found], unread };
}

async function readResults(accountId: string | null, handlers: Handlers): Promise<LinkCheck[]> {
  const results: LinkCheck[] = [];
  for (let offset: number | null = 0; offset !== null; ) {
    const { checks, next }: CallOutput<'links.results'> = await handlers['links.results']({
      accountId,
      offset,
    });
    results.push(...checks);
    offset = next;
  }
  return results;
}

function print({ outcomes, total, leftOut }: LinkRun, checks: readonly LinkCheck[], { out }: Terminal): void {
  for (const { outcome, address, detail, lastAddress } of checks) {
    if (outcome === 'ok') continue;
    const to = lastAddress === address ? '' : ` -> ${lastAddress}`;
    out(rowOf(t(`links.outcome.${outcome}`), address + to, detail));
  }
  const counts = linkOutcomes.flatMap((one) => {
    const count = outcomes[one] ?? 0;
    return count === 0 ? [] : [`${t(`links.outcome.${one}`)} ${count}`];
  });
  out(lineOf(t('cli.links.summary', { count: total, counts: counts.join(', ') })));
  if (leftOut > 0) out(lineOf(t('links.leftOut', { count: leftOut, n: leftOut })));
}
