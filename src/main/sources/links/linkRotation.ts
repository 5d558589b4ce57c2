import type { Publish } from '../../../shared/contract/contract.ts';
import { linkAddresses } from '../../../shared/links/linkAddresses.ts';
import type { LinkCheck } from '../../../shared/links/linkCheck.ts';
import { type LinkRotation, rotationDays } from '../../../shared/links/linkRotation.ts';
import { msg } from '../../../shared/message.ts';
import type { Settings } from '../../../shared/settings.ts';
import { type Clock, isoNow, waitUntil } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Scope } from '../../platform/scope.ts';
import type { LinkCheckStore } from '../../store/links/linkCheckStore.ts';
import { linkText } from '../../store/links/linkText.ts';
import type { LinkedArticle, LinkTurnStore } from '../../store/links/linkTurnStore.ts';
import { storedRecord } from '../../store/storedJson.ts';
import type { PoliteClient } from '../politeClient.ts';
import { createLinkChecker } from './checkLink.ts';
import { hostOf, isRefusal, maxRefusals } from './classifyLink.ts';
import { isOnline } from './isOnline.ts';
import type { LinkFindings } from './linkFindings.ts';
import { isConfirmed, isFailing, isSilent, withHistory } from './linkHistory.ts';

export interface LinkRotationParts {
  client: PoliteClient;
  checks: Pick<LinkCheckStore, 'get' | 'put' | 'markDrafts'>;
  turns: LinkTurnStore;
  findings: LinkFindings;
  accounts: () => readonly { id: string }[];
  /** Address of the handle system, ending in a slash. */
  handles: () => string;
  sandboxAddress: (accountId: string) => string | null;
  /** Why another computer of the office does this now; null: this one may. Also asks for the right. */
  obstacle: (accountId: string) => unknown;
  settings: () => Pick<Settings, 'sources' | 'checksLinks'>;
  recheckDrafts: () => void;
  clock: Clock;
  publish: Publish;
  log: Pick<Log, 'error'>;
  scope: Scope;
  /** Overrides for tests. */
  pace?: Partial<RotationPace> | undefined;
}

export interface RotationPace {
  /** Milliseconds from the start of the program to the first checks, and between two looks whether any are due. */
  first: number;
  tick: number;
  /** Milliseconds to wait for the right to do it in an office. */
  patience: number;
}

const defaultPace: RotationPace = { first: 4 * 60_000, tick: 10 * 60_000, patience: 5_000 };
const day = 86_400_000;
/** Articles that are checked on one host in a day: never more, and at least so many if they are due. */
const mostADay = 2_000;
const leastADay = 20;
/** Articles of one host that are checked before the next host has its turn. */
const atOnce = 20;
/** Drafts whose links are read at once. */
const maxUnread = 500;

type DueArticle = LinkedArticle & { isDoubted: boolean };

/** Checks the links of the articles that the directory has, in rotation, a few of each host a day. */
export function createLinkRotation(parts: LinkRotationParts) {
  const { client, checks, turns, findings, clock, publish, scope } = parts;
  const pace = { ...defaultPace, ...parts.pace };
  const ago = (ms: number) => new Date(clock.now() - ms).toISOString();
  /** When a host may be asked again that refused. */
  const refused = new Map<string, number>();
  const running = new Set<string>();
  /** A link that had an answer: another server than that of DOIs, which may be blocked. */
  let answered: string | null = null;
  const isRefusing = (address: string) => (refused.get(hostOf(address)) ?? 0) > clock.now();

  const daysOf = () => rotationDays[parts.settings().checksLinks];
  const isOn = () => parts.settings().sources.isOn && daysOf() !== null;

  function mayCheck(accountId: string, signal: AbortSignal): Promise<boolean> {
    const { patience } = pace;
    const every = Math.min(1_000, patience);
    return waitUntil(() => parts.obstacle(accountId) === null, clock, { every, patience, signal });
  }

  /** What was sent and not read back yet has the links of its draft. */
  function readSent(accountId: string): void {
    const unread = turns.unread(accountId, maxUnread);
    if (unread.length === 0) return;
    turns.setLinks(
      unread.map(({ id, record }) => ({ id, links: linkText(linkAddresses(storedRecord(record))) })),
    );
  }

  /**
   * Articles whose turn it is now: those that failed once, unless they have a link to a host that refuses, then the oldest
   * of each host that may be asked.
   */
  function due(accountId: string): DueArticle[] {
    const days = daysOf();
    if (days === null) return [];
    const found = new Map<number, DueArticle>();
    const isWanted = ({ links }: LinkedArticle) => !links.some(isRefusing);
    for (const article of turns.doubted(accountId, ago(day), { limit: atOnce, isWanted }))
      found.set(article.id, { ...article, isDoubted: true });
    for (const { host, count } of turns.hosts(accountId)) {
      if ((refused.get(host) ?? 0) > clock.now()) continue;
      const share = Math.min(mostADay, Math.max(leastADay, Math.ceil(count / days)));
      const left = share - turns.checkedSince(host, ago(day));
      if (left <= 0) continue;
      const limit = Math.min(left, atOnce);
      for (const article of turns.oldest(accountId, host, ago(days * day), limit))
        found.set(article.id, { ...article, isDoubted: false });
    }
    return [...found.values()];
  }

  /** Checks what is due of one account; returns false if there was nothing, or it may not. */
  async function checkDue(accountId: string, signal: AbortSignal): Promise<boolean> {
    readSent(accountId);
    const articles = due(accountId);
    if (articles.length === 0 || !(await mayCheck(accountId, signal))) return false;
    const asking = {
      client,
      handles: parts.handles(),
      sandboxAddress: parts.sandboxAddress(accountId),
      signal,
    };
    const checker = createLinkChecker(asking);
    const seen = new Map<string, LinkCheck>();
    const refusals = new Map<string, number>();
    let noted = 0;
    let isAny = false;
    let isDraftChanged = false;
    let isOffline = false;

    /** null: nothing is known of it now. */
    async function check(address: string): Promise<LinkCheck | null> {
      const known = seen.get(address);
      if (known) return known;
      if (isRefusing(address)) return null;
      const result = await checker.check(address);
      signal.throwIfAborted();
      if (result === null) return null;
      // Asked each time, since the network may go while a batch is checked, which may last an hour.
      if (!isSilent(result)) answered = address;
      else isOffline = !(await isOnline(asking, answered));
      if (isOffline) return null;
      const before = checks.get(address);
      const now = withHistory(address, result, { before, at: isoNow({ clock }), isUnattended: true });
      checks.put(now);
      seen.set(address, now);
      isDraftChanged ||= saysOther(before, now);
      const host = hostOf(address);
      const count = isRefusal(result) ? (refusals.get(host) ?? 0) + 1 : 0;
      refusals.set(host, count);
      if (count >= maxRefusals) refused.set(host, clock.now() + day);
      return now;
    }

    try {
      for (const article of articles) {
        if (!isOn() || parts.obstacle(accountId) !== null) break;
        const results: LinkCheck[] = [];
        for (const address of article.links) {
          const result = await check(address);
          if (isOffline) break;
          if (result) results.push(result);
        }
        if (isOffline && answered !== null) break;
        // Its host may be the one that is gone: without any answer yet, the next one shows it.
        if (isOffline) continue;
        // It may have been sent with another link meanwhile, or deleted.
        const now = turns.find(accountId, article.remoteId);
        if (now === null || now.links.join('\n') !== article.links.join('\n')) continue;
        // A host may refuse: a doubt lasts until every link was asked again, and what was not asked at all stays due.
        if (article.isDoubted ? results.length === article.links.length : results.length > 0) {
          const isDoubted = results.some((one) => isFailing(one) && !isConfirmed(one));
          turns.setChecked(article.id, isoNow({ clock }), isDoubted);
          isAny = true;
        }
        if (findings.judge(accountId, article, results) === 'noted') noted++;
      }
    } finally {
      if (isDraftChanged && !scope.signal.aborted) {
        checks.markDrafts();
        parts.recheckDrafts();
      }
      if ((isAny || noted > 0) && !scope.signal.aborted) publish('watch.changed', { accountId });
      if (noted > 0)
        publish('watch.noticed', { accountId, message: msg('watch.noticed.link', { count: noted }) });
    }
    return isAny;
  }

  /** Everything that is due now, host by host in turns. */
  async function checkAll(accountId: string, signal: AbortSignal): Promise<void> {
    running.add(accountId);
    try {
      while (isOn() && (await checkDue(accountId, signal)));
    } catch (error) {
      if (signal.aborted) throw error;
      parts.log.error('links.rotation', { error });
    } finally {
      running.delete(accountId);
    }
  }

  async function follow(signal: AbortSignal): Promise<void> {
    await clock.sleep(pace.first, signal);
    for (;;) {
      if (isOn()) await Promise.all(parts.accounts().map(({ id }) => checkAll(id, signal)));
      await clock.sleep(pace.tick, signal);
    }
  }

  return {
    /** Checks what is due from now on, while the settings allow it. */
    start: () => void scope.run('links.rotation', follow),
    state(accountId: string): LinkRotation {
      const days = daysOf();
      const { total, checked } = turns.totals(accountId, ago((days ?? rotationDays.monthly) * day));
      return { isOn: isOn(), days: days ?? 0, total, checked, isRunning: running.has(accountId) };
    },
  };
}

/** Whether the draft of an article with this address says something else now. */
function saysOther(before: LinkCheck | undefined, now: LinkCheck): boolean {
  const said = ({ outcome, lastAddress, contentType }: LinkCheck) =>
    isFailing({ outcome }) || outcome !== 'ok' ? `${outcome} ${lastAddress} ${contentType}` : contentType;
  return before === undefined
    ? !['ok', 'unreachable', 'unclear', 'forbidden'].includes(now.outcome)
    : said(before) !== said(now);
}
