import type { ApplicationPlan } from '../../../shared/application/applicationDraft.ts';
import { changesOf, ignoredValues } from '../../../shared/application/updateRequest.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { getAt } from '../../../shared/draft/fieldPath.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Finding } from '../../../shared/finding.ts';
import { type Message, sentences } from '../../../shared/message.ts';
import type { StoredApplication } from '../../store/applications/applicationRows.ts';
import { inBatches } from '../../store/inBatches.ts';
import { type ApplicationDeps, derive } from './applicationDeps.ts';
import { decidePlan, heldHere, type PlanFacts } from './decidePlan.ts';
import type { OpenRequests } from './openRequests.ts';
import { journalChange, journalsNow } from './preflight.ts';

/** The plan of sending some applications. */
export interface SendingPlan {
  plans: ApplicationPlan[];
  requests: number;
  seconds: number;
  unasked: Message | null;
}

/** Requests for one application: what it would overwrite is read, it is sent, and read back. */
const requestsFor = { create: 2, update: 3, overwrite: 3, 'held-back': 0 } as const;

/** Returns what sending these applications would do; asks the directory for open Update Requests of the same journals unless `isLocal`. */
export async function planApplications(
  deps: ApplicationDeps,
  opens: OpenRequests,
  { accountId, ids, isLocal = false }: { accountId: string; ids: readonly number[]; isLocal?: boolean },
): Promise<SendingPlan> {
  const rows = [...new Set(ids)].flatMap((id) => deps.store.find(id) ?? []);
  const own = rows.filter((row) => row.accountId === accountId);
  const facts = await factsOf(deps, accountId, own);
  const { unasked, journals } = isLocal ? nothingAsked : await ask(deps, opens, accountId, own, facts);
  const plans = own.map((row) => planOf(deps, { opens, journals }, row.id, facts.get(row.id)!));
  const requests = plans.reduce((sum, { action }) => sum + requestsFor[action], 0);
  const seconds = requests === 0 ? 0 : deps.directory.limiter(accountId).secondsFor(requests);
  return { plans, requests, seconds, unasked };
}

type Facts = Omit<PlanFacts, 'row' | 'open'> & {
  warnings: number;
  ignored: ApplicationPlan['ignored'];
  differences: ApplicationPlan['changes'];
};

/** The rules take their time over each, so that other work goes between. */
const sliceSize = 5;

async function factsOf(
  deps: ApplicationDeps,
  accountId: string,
  rows: readonly StoredApplication[],
): Promise<Map<number, Facts>> {
  const { dialect } = deps.account(accountId);
  const cards = new Map((deps.journals.cards(accountId) ?? []).map((card) => [card.id, card]));
  const going = new Set<string>();
  const facts = new Map<number, Facts>();
  const look = (row: StoredApplication) => {
    const { findings } = derive(deps, accountId, row.record, row.base);
    const differences =
      row.kind === 'update' && row.base !== null ? changesOf(row.base, row.record, dialect) : [];
    const about = {
      dialect,
      errors: findings.filter(({ severity }) => severity === 'error').map(({ message }) => message),
      warnings: findings.filter(({ severity }) => severity === 'warning').length,
      ignored: ignoredOf(row, findings, dialect),
      changes: differences.length,
      differences,
      isWithdrawn: row.journalId !== null && cards.get(row.journalId)?.inDirectory === false,
      isSecond: row.journalId !== null && going.has(row.journalId),
    };
    facts.set(row.id, about);
    if (row.journalId !== null && heldHere({ ...about, row, open: null }) === null) going.add(row.journalId);
  };
  await inBatches(rows, (slice) => slice.forEach(look), { size: sliceSize });
  return facts;
}

/** Returns the values that the directory ignores: for an Update Request, beside the journal's own. */
export function ignoredOf(
  row: Pick<StoredApplication, 'kind' | 'base' | 'record'>,
  findings: readonly Finding[],
  dialect: PlanFacts['dialect'],
): ApplicationPlan['ignored'] {
  if (row.kind === 'update' && row.base !== null) return ignoredValues(row.base, row.record, dialect);
  return findings
    .filter(({ severity }) => severity === 'ignored')
    .map(({ path }) => ({ path, kept: null, proposed: getAt(row.record, path) ?? null }));
}

interface Asked {
  /** Why the directory could not be asked, in words; empty if it was. */
  unasked: Message | null;
  /** The journals of Update Requests as the directory has them now. */
  journals: ReadonlyMap<string, DraftRecord>;
}

const nothingAsked: Asked = { unasked: null, journals: new Map() };

async function ask(
  deps: ApplicationDeps,
  opens: OpenRequests,
  accountId: string,
  rows: readonly StoredApplication[],
  facts: ReadonlyMap<number, Facts>,
): Promise<Asked> {
  const open = rows.filter(
    (row) =>
      (row.kind === 'update' || row.remoteId !== null) &&
      heldHere({ ...facts.get(row.id)!, row, open: null }) === null,
  );
  if (open.length === 0) return nothingAsked;
  try {
    await opens.ask(accountId, open);
    const journals = await journalsNow(deps, accountId, open);
    return { unasked: null, journals };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const unasked = error.brief;
    return { ...nothingAsked, unasked };
  }
}

function planOf(
  deps: ApplicationDeps,
  { opens, journals }: Pick<Asked, 'journals'> & { opens: OpenRequests },
  id: number,
  facts: Facts,
): ApplicationPlan {
  // Its state may just have been learnt.
  const row = deps.store.get(id);
  const other =
    row.journalId === null
      ? null
      : opens.about(row.accountId, row.journalId, row.status === 'gone' ? null : row.remoteId);
  const { action, message } = decidePlan({ ...facts, row, open: other });
  const own =
    row.remoteId !== null && row.kind === 'update' && row.status !== null && row.status !== 'gone'
      ? { remoteId: row.remoteId, status: row.status, at: row.statusAt ?? row.sentAt ?? '' }
      : null;
  const { rowId: _, ...open } = other ?? { rowId: null };
  return {
    id,
    title: row.title,
    kind: row.kind,
    action,
    message,
    errors: facts.errors.length,
    warnings: facts.warnings,
    ignored: facts.ignored,
    changes: facts.differences,
    changedThere: action === 'held-back' ? null : changedThere(),
    open: 'remoteId' in open ? open : own,
  };
  function changedThere(): Message | null {
    const ofJournal = journalChange(row, journals.get(row.journalId ?? ''), facts.dialect);
    const ofRequest = action === 'update' ? opens.changeOf(id) : null;
    const changes = [ofRequest, ofJournal].filter((part) => part !== null);
    return changes.length === 0 ? null : sentences(changes);
  }
}
