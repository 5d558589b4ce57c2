import { createHash } from 'node:crypto';
import { toFlat } from '../../../shared/application/application.ts';
import type { ApplicationPlan } from '../../../shared/application/applicationDraft.ts';
import { hasLeft } from '../../../shared/application/applicationStatus.ts';
import type { ApplicationServer } from '../../../shared/application/rules/applicationContext.ts';
import { changesOf, ignoredValues } from '../../../shared/application/updateRequest.ts';
import { countFindings, countWithMore } from '../../../shared/countFindings.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { getAt } from '../../../shared/draft/fieldPath.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Finding } from '../../../shared/finding.ts';
import { type Message, sentences } from '../../../shared/message.ts';
import type { DirectoryClient } from '../../remote/directoryClient.ts';
import type { StoredApplication } from '../../store/applications/applicationRows.ts';
import { inBatches } from '../../store/inBatches.ts';
import type { ApplicationParts } from './applicationParts.ts';
import { decidePlan, heldLocally, type PlanFacts } from './decidePlan.ts';
import type { OpenRequests } from './following/openRequests.ts';
import { currentJournals, journalChange } from './preflight.ts';

export interface SendingPlan {
  plans: ApplicationPlan[];
  requests: number;
  seconds: number;
  unasked: Message | null;
}

/** What a person is asked to confirm. */
export interface ApplicationsPlan {
  accountId: string;
  /** All applications of the plan, those held back too. */
  ids: readonly number[];
  /** What would be sent, with `printOf`. */
  toSend: ReadonlyMap<number, { print: string; title: string }>;
}

export function listPlan(
  store: PlanParts['store'],
  accountId: string,
  plans: readonly ApplicationPlan[],
): ApplicationsPlan {
  const going = plans.filter(({ action }) => action !== 'held-back');
  return {
    accountId,
    ids: plans.map(({ id }) => id),
    toSend: new Map(going.map((plan) => [plan.id, { print: printOf(store, plan), title: plan.title }])),
  };
}

/** A text that differs once the content of an application, or what a plan shows of its effect, does. */
export function printOf(store: PlanParts['store'], plan: ApplicationPlan): string {
  const { id, action, ignored, changes, open } = plan;
  const shown = JSON.stringify([store.get(id).version, action, ignored, changes, open?.remoteId ?? null]);
  return createHash('sha256').update(shown).digest('base64');
}

/** Requests for one application: the snapshot of what it overwrites, sending it, and reading it back. */
const requestsFor = { create: 2, update: 3, overwrite: 3, 'held-back': 0 } as const;

type PlanParts = Pick<ApplicationParts, 'store' | 'rules' | 'journals' | 'opens' | 'directory'>;

/** Returns the effect of sending these applications; asks the directory for open Update Requests unless `isLocal`. */
export async function planApplications(
  options: PlanParts,
  { accountId, ids, isLocal = false }: { accountId: string; ids: readonly number[]; isLocal?: boolean },
): Promise<SendingPlan> {
  const { store, rules, opens, directory } = options;
  const rows = [...new Set(ids)].map((id) => store.find(id)).filter((row) => row !== null);
  const own = rows.filter((row) => row.accountId === accountId);
  const facts = await factsOf(options, accountId, own);
  const client = directory.client(accountId);
  const { unasked, journals } = isLocal ? nothingAsked : await ask(client, opens, accountId, own, facts);
  const server = rules.server(accountId);
  // `ask` may have changed their states.
  const plans = own.map(({ id }) => planOf(store.get(id), facts.get(id)!, { server, opens, journals }));
  const requests = plans.reduce((sum, { action }) => sum + requestsFor[action], 0);
  const seconds = requests === 0 ? 0 : directory.limiter(accountId).secondsFor(requests);
  return { plans, requests, seconds, unasked };
}

type Facts = Omit<PlanFacts, 'row' | 'open'> & {
  warnings: number;
  ignored: ApplicationPlan['ignored'];
  differences: ApplicationPlan['changes'];
};

/** Validated at a time, so that slow rules do not block other work. */
const batchSize = 5;

async function factsOf(
  { rules, journals }: PlanParts,
  accountId: string,
  rows: readonly StoredApplication[],
): Promise<Map<number, Facts>> {
  const server = rules.server(accountId);
  const { dialect } = server;
  const gone = journals.cards(accountId)?.filter(({ inDirectory }) => !inDirectory);
  const withdrawn = new Set<string | null>(gone?.map(({ id }) => id));
  const going = new Set<string | null>();
  const facts = new Map<number, Facts>();
  const look = (row: StoredApplication) => {
    const { findings } = rules.derive(accountId, row.record, row.base);
    const differences =
      row.kind === 'update' && row.base !== null ? changesOf(row.base, row.record, server) : [];
    const about = {
      dialect,
      errors: findings.filter(({ severity }) => severity === 'error'),
      warnings: countFindings(findings, 'warning'),
      ignored: ignoredOf(row, findings, dialect),
      changes: differences.length,
      differences,
      isWithdrawn: withdrawn.has(row.journalId),
      isSecond: going.has(row.journalId),
    };
    facts.set(row.id, about);
    if (row.journalId !== null && heldLocally({ ...about, row, open: null }) === null)
      going.add(row.journalId);
  };
  await inBatches(rows, (batch) => batch.forEach(look), { size: batchSize });
  return facts;
}

/** Returns the values that the directory ignores; for an Update Request, beside the journal's own. */
export function ignoredOf(
  row: Pick<StoredApplication, 'kind' | 'base' | 'record'>,
  findings: readonly Finding[],
  dialect: PlanFacts['dialect'],
): ApplicationPlan['ignored'] {
  if (row.kind === 'update' && row.base !== null) return ignoredValues(row.base, row.record, dialect);
  return findings
    .filter(({ severity }) => severity === 'ignored')
    .map(({ path, more }) => ({
      path,
      kept: null,
      proposed: getAt(row.record, path) ?? null,
      ...(more !== undefined && { more }),
    }));
}

interface Asked {
  /** Why the directory could not be asked; null if it was. */
  unasked: Message | null;
  /** The present journals of the Update Requests, by id. */
  journals: ReadonlyMap<string, DraftRecord>;
}

const nothingAsked: Asked = { unasked: null, journals: new Map() };

async function ask(
  client: DirectoryClient,
  opens: OpenRequests,
  accountId: string,
  rows: readonly StoredApplication[],
  facts: ReadonlyMap<number, Facts>,
): Promise<Asked> {
  const open = rows.filter(
    (row) =>
      (row.kind === 'update' || row.remoteId !== null) &&
      heldLocally({ ...facts.get(row.id)!, row, open: null }) === null,
  );
  try {
    await opens.ask(client, accountId, open);
    return { unasked: null, journals: await currentJournals(client, open) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...nothingAsked, unasked: error.brief };
  }
}

function planOf(
  row: StoredApplication,
  facts: Facts,
  { server, opens, journals }: Pick<Asked, 'journals'> & { server: ApplicationServer; opens: OpenRequests },
): ApplicationPlan {
  const { id, title, kind, journalId, remoteId, status } = row;
  const isOwn = remoteId !== null && !hasLeft(status);
  // Its own record may be remembered as open although it is gone.
  const other = opens.about(row.accountId, journalId, remoteId);
  const { action, message } = decidePlan({ ...facts, row, open: other });
  const own =
    isOwn && kind === 'update' && status !== null ? { remoteId, status, at: row.statusAt ?? '' } : null;
  const journal = journals.get(journalId ?? '') ?? row.base;
  const replaced =
    action === 'overwrite' && journal !== null ? changesOf(journal, toFlat(other!.record), server) : [];
  const changes = [
    action === 'update' ? opens.changeOf(id) : null,
    journalChange(row, journals.get(journalId ?? ''), server),
  ].filter((change) => change !== null);
  return {
    id,
    title,
    kind,
    action,
    message,
    errors: countWithMore(facts.errors),
    warnings: facts.warnings,
    ignored: facts.ignored,
    changes: facts.differences,
    remoteChanges: action === 'held-back' || changes.length === 0 ? null : sentences(changes),
    open: other ? { remoteId: other.remoteId, status: other.status, at: other.at } : own,
    replaced,
  };
}
