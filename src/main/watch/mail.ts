import { setImmediate } from 'node:timers/promises';
import { issnsOfLine, linesOfMail } from '../../shared/watch/mailLine.ts';
import type { MailLine } from '../../shared/watch/watch.ts';
import type { KnownArticle, LedgerStore } from '../store/watch/ledgerStore.ts';
import type { AskDirectory } from './askDirectory.ts';

/** Lines of one mail that are looked up: each that is not known is compared with every article of the account. */
const maxLines = 5_000;
/** Articles for a line. */
const maxMatches = 5;

/**
 * Finds the articles of the directory's weekly mail. A line is compared with the one that the mail has for each article
 * that is known, and the directory is asked by its id what became of it: an article in the mail may still be there
 * (reference/directory-changes.md 1.1).
 */
export async function matchMail(
  mail: string,
  {
    accountId,
    ledger,
    ask,
    noteMissing,
  }: {
    accountId: string;
    ledger: LedgerStore;
    ask: Pick<AskDirectory, 'byIds' | 'article'>;
    /** Notes an article that should be there and is not. */
    noteMissing: (known: KnownArticle) => Promise<void>;
  },
): Promise<{ lines: MailLine[]; more: number; isMail: boolean }> {
  const { lines, isMail } = linesOfMail(mail);
  const found: { line: string; known: KnownArticle[]; isLikely: boolean }[] = [];
  for (const line of lines.slice(0, maxLines)) {
    const same = ledger.byLine(accountId, line, maxMatches);
    const known = same.length > 0 ? same : ledger.likely(accountId, line, issnsOfLine(line), maxMatches);
    found.push({ line, known, isLikely: same.length === 0 });
    await setImmediate();
  }
  const asked = new Map(
    found.flatMap(({ known }) =>
      known.filter(({ state }) => state === 'present').map((one) => [one.remoteId, one]),
    ),
  );
  const shown = asked.size === 0 ? new Map() : await ask.byIds([...asked.keys()]);
  const states = new Map<string, MailLine['matches'][number]['state']>();
  for (const [remoteId, known] of asked) {
    // Search lags behind: only a GET says that it is gone.
    const there = shown.has(remoteId) ? ({ kind: 'there' } as const) : await ask.article(remoteId);
    states.set(remoteId, there.kind === 'missing' ? 'deleted' : there.kind);
    if (there.kind === 'missing') await noteMissing(known);
  }
  const stateOf = ({ remoteId, state }: KnownArticle) => {
    if (state === 'removed') return 'deletedHere';
    return state === 'present' ? (states.get(remoteId) ?? 'unsure') : state;
  };
  return {
    isMail,
    more: lines.length - found.length,
    lines: found.map(({ line, known, isLikely }) => ({
      line,
      matches: known.map((one) => ({
        remoteId: one.remoteId,
        title: one.title,
        state: stateOf(one),
        isLikely,
      })),
    })),
  };
}
