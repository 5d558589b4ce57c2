import type {
  CallInput,
  CallName,
  CallOutput,
  EventData,
  EventName,
} from '../../../shared/contract/contract.ts';
import type { LimiterStatus } from '../../../shared/directory/account.ts';

/** Part of a call's input, which matches every input with these values. */
type InputPart<N extends CallName> = {
  [K in keyof CallInput<N>]?: Partial<CallInput<N>[K]> | CallInput<N>[K];
};

/** The calls that each event makes stale, each with the part of the input that identifies them. */
export type StaleCalls = {
  readonly [E in EventName]?: { readonly [N in CallName]?: (data: EventData<E>) => InputPart<N> };
};

/** A cached answer that an event carries or changes. */
export interface AnswerChange<N extends CallName = CallName> {
  call: N;
  input: InputPart<N>;
  update: (before: CallOutput<N>) => CallOutput<N>;
}

const ofAccount = ({ accountId }: { accountId: string }) => ({ accountId });
const ofItsId = ({ id }: { id: number }) => ({ id });
const all = () => ({});

/** The only list of the answers that each event makes stale. */
export const staleCalls: StaleCalls = {
  'accounts.changed': { 'accounts.list': all },
  'journals.changed': { 'journals.list': ofAccount, 'journals.get': ofAccount, 'overview.get': ofAccount },
  'overview.counting': { 'overview.get': ofAccount },
  'drafts.changed': {
    'drafts.list': ofAccount,
    'drafts.facets': ofAccount,
    'drafts.facetValues': ofAccount,
    'lists.list': ofAccount,
    'fixing.records': all,
    'overview.get': ofAccount,
    'journals.list': ({ accountId }) => ({ accountId, sort: { by: 'drafts' } }),
    'journals.get': ofAccount,
  },
  'applications.changed': {
    'applications.list': ofAccount,
    'applications.changedFields': ofAccount,
    'applications.counts': ofAccount,
    'fixing.records': all,
    'overview.get': ofAccount,
    'applications.get': ({ ids }) => (ids?.length === 1 && ids[0] !== undefined ? { id: ids[0] } : {}),
    'journals.list': ({ accountId }) => ({ accountId, sort: { by: 'request' } }),
    'journals.get': ofAccount,
  },
  'deletions.changed': { 'deletions.list': ofAccount },
  'funders.changed': { 'compliance.funders': all },
  'mappings.changed': { 'mappings.list': all },
  'undo.changed': { 'undo.list': all },
  'office.changed': { 'office.status': all, 'office.conflicts': all, 'office.fieldChanges': all },
  'fixing.changed': { 'fixing.get': ofItsId, 'fixing.records': ofItsId, 'fixing.list': ofAccount },
  'matrix.changed': { 'matrix.cells': ofItsId },
  'harvest.changed': { 'harvest.sources': all },
  'links.changed': { 'links.checks': all },
  'lists.changed': { 'lists.list': ofAccount },
  'searches.changed': { 'search.list': ofAccount },
  'comparisons.changed': {
    'comparisons.rows': ofItsId,
    'comparisons.row': ofItsId,
    'comparisons.versions': ofItsId,
  },
  'import.changed': { 'imports.rows': ofItsId, 'imports.problems': ofItsId },
  'upload.changed': { 'uploads.items': ofItsId, 'uploads.attempts': ofItsId, 'fixing.get': all },
  'backups.changed': { 'backups.list': all },
  'storage.changed': { 'storage.notices': all, 'app.unreadable': all },
};

/** Updates from events that carry the changed data, so that nothing needs to be fetched. */
export const answerChanges: {
  readonly [E in EventName]?: (data: EventData<E>) => readonly AnswerChange[];
} = {
  'settings.changed': (settings) => [change('settings.get', {}, () => settings)],
  'update.changed': (update) => [change('app.update', {}, () => update)],
  'connection.changed': (connection) => [
    change('accounts.connection', { id: connection.accountId }, () => connection),
  ],
  'overview.counting': (counting) => [
    change('overview.counting', { accountId: counting.accountId }, () => counting),
  ],
  'harvest.changed': (run) => [change('harvest.get', { accountId: run.accountId }, () => run)],
  'links.changed': (run) => [change('links.get', { accountId: run.accountId }, () => run)],
  'limiter.changed': (limiter) => [limiterChange(limiter)],
  'matrix.changed': (matrix) => [change('matrix.list', {}, (list) => withOne(list, matrix))],
  'comparisons.changed': (run) => [
    change('comparisons.list', { accountId: run.accountId }, (list) => withOne(list, run)),
  ],
  'import.changed': (status) => [
    change('imports.get', { id: status.id }, () => status),
    change('imports.list', { accountId: status.accountId }, (list) => withOne(list, status)),
  ],
  'upload.changed': (upload) => [
    change('uploads.get', { id: upload.id }, () => upload),
    change('uploads.list', {}, (list) => withOne(list, upload)),
    ...(upload.limiter ? [limiterChange(upload.limiter)] : []),
  ],
};

const changedByEvents: readonly CallName[] = [
  'settings.get',
  'accounts.connection',
  'accounts.limiter',
  'matrix.list',
  'comparisons.list',
  'overview.counting',
  'harvest.get',
  'links.get',
  'imports.get',
  'imports.list',
  'uploads.get',
  'uploads.list',
];

const keptFresh: ReadonlySet<string> = new Set([
  ...Object.values(staleCalls).flatMap((calls) => Object.keys(calls)),
  ...changedByEvents,
]);

/** Calls that query the directory or the checker, and so run only when the user asks for them. */
const asksOutside: ReadonlySet<string> = new Set<CallName>([
  'compliance.check',
  'compliance.suggest',
  'journals.find',
  'journals.refresh',
  'search.run',
]);

/** Returns true if a call queries the directory or the compliance checker, and must not be repeated automatically. */
export function isAskedOutside(name: CallName): boolean {
  return asksOutside.has(name);
}

/** Returns true if events report changes of a call's answer; any other answer may be stale whenever it is shown again. */
export function isKeptFresh(name: CallName): boolean {
  return keptFresh.has(name);
}

/** A list, newest first, in which `one` replaces the entry with its id. */
export function withOne<T extends { id: number }>(list: readonly T[], one: T): T[] {
  return [one, ...list.filter(({ id }) => id !== one.id)].sort((a, b) => b.id - a.id);
}

function limiterChange(limiter: LimiterStatus): AnswerChange {
  return change('accounts.limiter', { id: limiter.accountId }, () => limiter);
}

function change<N extends CallName>(
  call: N,
  input: InputPart<N>,
  update: AnswerChange<N>['update'],
): AnswerChange {
  return { call, input, update } as unknown as AnswerChange;
}
