import { type ArticleKeys, mayBeOne } from '../../shared/article/articleKeys.ts';
import type { DraftRecord } from '../../shared/draft/draft.ts';
import { AppError } from '../../shared/errors.ts';
import type { ImportJobs } from '../import/importJobs.ts';
import { isoNow } from '../platform/clock.ts';
import { fail } from '../platform/failures.ts';
import { resolveHost } from '../platform/network/privateAddress.ts';
import type { Scope } from '../platform/scope.ts';
import type { ServicesOptions } from '../servicesOptions.ts';
import { createCrossref } from '../sources/crossref/crossref.ts';
import { createCrossrefReadings } from '../sources/crossref/crossrefReadings.ts';
import { createGapRuns } from '../sources/gaps/gapRuns.ts';
import { createHarvestRuns } from '../sources/harvest/harvestRuns.ts';
import { createLinkFindings } from '../sources/links/linkFindings.ts';
import { createLinkRotation } from '../sources/links/linkRotation.ts';
import { createLinkRuns } from '../sources/links/linkRuns.ts';
import { createPoliteClient } from '../sources/politeClient.ts';
import { isOver } from '../store/imports/importStore.ts';
import type { AccountAccess } from './accountAccess.ts';
import type { Stores } from './createStores.ts';

/** Creates everything that contacts servers other than the directory. */
export function createSources(
  options: ServicesOptions,
  stores: Stores,
  parts: {
    access: Pick<AccountAccess, 'list'>;
    recheckAll: (accountId: string) => void;
    importJobs: ImportJobs;
    /** Learns what the directory has. Throws AppError. */
    refreshLedger: (accountId: string, signal: AbortSignal) => Promise<void>;
    /** Why another computer of the office asks servers now; null: this one may. Also asks for the right. */
    obstacle: (accountId: string) => unknown;
    scope: Scope;
  },
) {
  const { clock, log, publish, version, fetch: hostFetch } = options;
  const { access, scope } = parts;
  const own = { clock, log, publish, scope };
  const settings = () => stores.settings.get().sources;
  const client = createPoliteClient({
    fetch: options.outsideFetch ?? hostFetch,
    resolveHost: options.resolveHost ?? resolveHost,
    clock,
    log,
    version,
    manners: () => ({ contact: options.contact ?? settings().contact, pause: settings().pause }),
    limitFile: stores.limits,
    scope,
  });
  /** The sandbox's own account asks the sandbox, whatever the address. */
  const sandboxAddress = (accountId: string | null): string | null => {
    const account = access.list().find(({ id }) => id === accountId);
    return account?.kind === 'sandbox' ? new URL('/', account.base).href : null;
  };
  const recheckDrafts = () => {
    for (const { id } of access.list()) parts.recheckAll(id);
  };
  const linkFindings = createLinkFindings({
    findings: stores.findings,
    turns: stores.linkTurns,
    checks: stores.linkChecks,
    transaction: stores.transaction,
    now: () => isoNow({ clock }),
  });
  const linkRotation = createLinkRotation({
    client,
    checks: stores.linkChecks,
    turns: stores.linkTurns,
    findings: linkFindings,
    accounts: access.list,
    handles: () => settings().handles,
    sandboxAddress,
    obstacle: parts.obstacle,
    settings: stores.settings.get,
    recheckDrafts,
    ...own,
    pace: options.timing?.linkRotation,
  });
  const links = createLinkRuns({
    client,
    store: stores.linkChecks,
    record: (id) => recordOf(stores, id),
    handles: () => settings().handles,
    sandboxAddress,
    recheckDrafts,
    checked: () => {
      for (const { id } of access.list())
        if (linkFindings.review(id)) publish('watch.changed', { accountId: id });
    },
    ...own,
  });
  const harvests = createHarvestRuns({
    client,
    store: stores.harvests,
    imports: stores.imports,
    importJobs: parts.importJobs,
    dataFolder: options.dataFolder,
    sandboxAddress,
    ...own,
  });
  const crossref = createCrossref({
    client,
    store: stores.crossref,
    bases: settings,
    contact: () => options.contact ?? settings().contact,
    sandboxAddress,
    clock,
    signal: scope.signal,
  });
  const crossrefReadings = createCrossrefReadings({
    crossref,
    store: stores.comparisons,
    isKnown: (accountId, keys) => isKnownArticle(stores, accountId, keys),
    journals: stores.journals.cards,
    ...own,
  });
  const gaps = createGapRuns({
    client,
    crossref,
    harvests: stores.harvests,
    ledger: stores.ledger,
    drafts: stores.toCompare,
    imports: stores.imports,
    importJobs: parts.importJobs,
    sandboxAddress,
    store: stores.gaps,
    accounts: access.list,
    journals: (accountId) =>
      (stores.journals.cards(accountId) ?? []).filter(({ mine, inDirectory }) => mine && inDirectory),
    refresh: parts.refreshLedger,
    isOpenImport: (id) => isOpenImport(stores, id),
    settings: stores.settings.get,
    ...own,
    pace: options.timing?.gaps,
  });
  return {
    crossref,
    crossrefReadings,
    gaps,
    links,
    linkFindings,
    linkRotation,
    harvests,
    /** Running a command is consent; a window needs the setting. */
    refuseIfOff(): void {
      if (options.shell === 'cli' || settings().isOn) return;
      throw fail('sources.off');
    },
    /** Removes results that have expired. */
    forgetOldChecks(): void {
      if (!stores.linkChecks.removeOld(clock.now())) return;
      stores.linkChecks.markDrafts();
      recheckDrafts();
    },
  };
}

function isOpenImport({ imports }: Stores, id: number): boolean {
  try {
    return !isOver(imports.get(id).state);
  } catch (error) {
    if (error instanceof AppError && error.code !== 'bug') return false;
    throw error;
  }
}

function isKnownArticle(
  { ledger, toCompare }: Stores,
  accountId: string,
  { doi, url }: ArticleKeys,
): boolean {
  const there = ledger.alive(accountId, { doiKey: doi, urlKey: url, remoteId: '' });
  return (
    (there !== null && mayBeOne(there.doiKey, doi)) ||
    toCompare.alike(accountId, { remoteId: null, doi, url }).some((draft) => mayBeOne(draft.doi, doi))
  );
}

/** Returns null if the draft is gone or too large. */
function recordOf({ drafts }: Stores, id: number): DraftRecord | null {
  try {
    return drafts.get(id).record;
  } catch (error) {
    if (error instanceof AppError && error.code !== 'bug') return null;
    throw error;
  }
}
