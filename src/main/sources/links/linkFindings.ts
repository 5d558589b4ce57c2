import type { LinkCheck } from '../../../shared/links/linkCheck.ts';
import { msg, sentences } from '../../../shared/message.ts';
import type { Finding } from '../../../shared/watch/watch.ts';
import type { LinkCheckStore } from '../../store/links/linkCheckStore.ts';
import type { LinkedArticle, LinkTurnStore } from '../../store/links/linkTurnStore.ts';
import type { FindingStore } from '../../store/watch/findingStore.ts';
import { isConfirmed, works } from './linkHistory.ts';

export interface LinkFindingsParts {
  findings: FindingStore;
  turns: LinkTurnStore;
  checks: Pick<LinkCheckStore, 'get'>;
  transaction: <T>(work: () => T) => T;
  now: () => string;
}

/** Addresses that a finding names. */
const maxNamed = 5;

export type LinkFindings = ReturnType<typeof createLinkFindings>;

/** Notes articles whose links are broken, and ends that when they work again. */
export function createLinkFindings({ findings, turns, checks, transaction, now }: LinkFindingsParts) {
  const kind = 'link';

  function settle(accountId: string, remoteId: string): boolean {
    return findings.settle(accountId, { kind, remoteId, decision: 'over', at: now(), alsoLeft: true });
  }

  /** `noted`: nobody knew of it; `settled`: what was noted is over. */
  function judge(accountId: string, article: LinkedArticle, results: readonly LinkCheck[]) {
    const { remoteId, title, journal } = article;
    const broken = results.filter(isConfirmed);
    if (broken.length === 0) {
      // What could not be checked says nothing.
      const isFine = results.length === article.links.length && results.every(works);
      return isFine && settle(accountId, remoteId) ? 'settled' : null;
    }
    const addresses = broken.map(({ address }) => address);
    if (isLeft(findings.last(accountId, kind, remoteId), addresses)) return null;
    const isNew = findings.note(accountId, {
      ...{ kind, remoteId, title, about: journal, noticedAt: now(), articles: 0 },
      happenedAt: broken.map(({ failingSince }) => failingSince!).sort()[0]!,
      reason: sentences(broken.slice(0, maxNamed).map(reasonOf)),
      differences: addresses.map((address) => ({ path: 'bibjson.link', before: address, after: null })),
    });
    return isNew ? 'noted' : null;
  }

  return {
    judge: (accountId: string, article: LinkedArticle, results: readonly LinkCheck[]) =>
      transaction(() => judge(accountId, article, results)),
    /** Ends what is over by results that are stored; returns true if there was any. */
    review: (accountId: string): boolean =>
      transaction(() => {
        let isAny = false;
        for (const id of findings.openIds(accountId, kind)) {
          const finding = findings.get(accountId, id)!;
          const article = turns.find(accountId, finding.remoteId);
          const results = brokenIn(finding).flatMap((address) =>
            article?.links.includes(address) ? (checks.get(address) ?? []) : [],
          );
          const isFine = results.length > 0 && results.every(works);
          if (isFine && results.length === brokenIn(finding).length)
            isAny = settle(accountId, finding.remoteId) || isAny;
        }
        return isAny;
      }),
    /** The addresses of findings; null: of all open ones. */
    addresses: (accountId: string, ids: readonly number[] | null): string[] =>
      (ids ?? findings.openIds(accountId, kind)).flatMap((id) => {
        const finding = findings.get(accountId, id);
        return finding?.kind === kind ? brokenIn(finding) : [];
      }),
  };
}

/** A person decided to leave just these as they are. */
function isLeft(last: Finding | null, addresses: readonly string[]): boolean {
  if (last?.decision !== 'left') return false;
  const known = brokenIn(last);
  return addresses.every((address) => known.includes(address));
}

function brokenIn({ differences }: Finding): string[] {
  return differences.flatMap(({ before }) => (typeof before === 'string' ? before : []));
}

/** What was answered; the details of no answer at all are codes. */
function reasonOf({ address, detail, failingSince, checkedAt }: LinkCheck) {
  const days = { since: failingSince!.slice(0, 10), date: checkedAt.slice(0, 10) };
  if (detail === 'doi') return msg('watch.reason.linkDoi', { address, ...days });
  return /^\d{3}$/.test(detail)
    ? msg('watch.reason.linkStatus', { address, detail, ...days })
    : msg('watch.reason.linkSilent', { address, detail, ...days });
}
