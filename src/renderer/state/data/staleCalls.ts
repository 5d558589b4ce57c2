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

/** What an event does to the cached answers of a call: to `update` them, or to make them stale. */
interface AnswerChange<N extends CallName, E extends EventName> {
  /** The part of the input that identifies the answers. */
  input: (data: EventData<E>) => InputPart<N>;
  update?: (before: CallOutput<N>, data: EventData<E>) => CallOutput<N>;
}

/**
 * Why no event changes an answer that a window shows:
 * - `constant`: it stays the same while Colophon runs.
 * - `preview`: it says what an action would do, and is asked for when its dialog opens.
 * - `shownAnew`: it is asked for whenever it is shown again, and its screen follows the changes in another way.
 * - `onlyAsked`: the directory or the checker gives it, so only the user has it asked for.
 */
type NeverStale = 'constant' | 'preview' | 'shownAnew' | 'onlyAsked';

/** An event that makes answers stale: those to an input with these values, or all. */
const stale = <D = unknown, I = object>(input: (data: D) => I = all) => ({ input });

/** An event that carries the new answer. */
const replaced = <D = unknown, I = object>(input: (data: D) => I = all) => ({
  input,
  update: <T>(_before: unknown, answer: T): T => answer,
});

/** An event that carries one entry of an answer, which is a list. */
const inList = <D = unknown, I = object>(input: (data: D) => I = all) => ({ input, update: withOne });

/** The part of an input that identifies an answer. */
const ofAccount = ({ accountId }: { accountId: string }) => ({ accountId });
const ofItsAccount = ({ accountId }: { accountId: string }) => ({ id: accountId });
const ofItsId = ({ id }: { id: number }) => ({ id });
/** Of a run, which may be about no account. */
const ofItsOwner = ({ accountId }: { accountId: string | null }) => ({ accountId });

/** A list, newest first, in which `one` replaces the entry with its id. */
export function withOne<T extends { id: number }>(list: readonly T[], one: T): T[] {
  return [one, ...list.filter(({ id }) => id !== one.id)].sort((a, b) => b.id - a.id);
}

function all<I>(): I {
  return {} as I;
}

function sortedBy<By extends string>(by: By) {
  return ({ accountId }: { accountId: string }) => ({ accountId, sort: { by } });
}

/** Every call whose answer a window shows, with the events that change the answer, or why none does. It is not in the contract, whose schemas a window does not load. */
const answers = {
  'accounts.list': { 'accounts.changed': stale() },
  'accounts.presets': 'constant',
  'accounts.removePreview': 'preview',
  'accounts.profile': { 'accounts.profileChanged': stale(ofItsAccount), 'accounts.changed': stale() },
  'accounts.askProfile': 'onlyAsked',
  'accounts.connection': { 'accounts.connectionChanged': replaced(ofItsAccount) },
  'accounts.limiter': {
    'accounts.limiterChanged': replaced(ofItsAccount),
    'uploads.changed': {
      input: ofItsAccount,
      update: (before: LimiterStatus, { limiter }: { limiter: LimiterStatus | null }) => limiter ?? before,
    },
  },
  'app.info': 'constant',
  'app.settings': { 'app.settingsChanged': replaced() },
  'app.unreadable': { 'storage.changed': stale() },
  'app.rules': { 'app.rulesChanged': stale() },
  'app.update': { 'app.updateChanged': replaced() },
  'applications.list': { 'applications.changed': stale(ofAccount) },
  'applications.changedFields': { 'applications.changed': stale(ofAccount) },
  'applications.counts': { 'applications.changed': stale(ofAccount) },
  'applications.get': {
    'applications.changed': stale(({ ids }: { ids: number[] | null }) =>
      ids?.length === 1 && ids[0] !== undefined ? { id: ids[0] } : {},
    ),
  },
  'applications.deletePreview': 'preview',
  'applications.purgePreview': 'preview',
  'applications.unkeptPreview': 'preview',
  'backups.list': { 'backups.changed': stale() },
  'backups.preview': 'preview',
  'comparisons.list': { 'comparisons.changed': inList(ofAccount) },
  'comparisons.rows': { 'comparisons.changed': stale(ofItsId) },
  'comparisons.row': { 'comparisons.changed': stale(ofItsId) },
  'comparisons.versions': { 'comparisons.changed': stale(ofItsId), 'drafts.changed': stale() },
  'compliance.funders': { 'compliance.fundersChanged': stale() },
  'compliance.check': 'onlyAsked',
  'compliance.suggest': 'onlyAsked',
  'compliance.get': 'constant',
  'compliance.history': 'shownAnew',
  'deletions.list': { 'deletions.changed': stale(ofAccount) },
  'deletions.preview': 'preview',
  'drafts.list': { 'drafts.changed': stale(ofAccount) },
  'drafts.place': { 'drafts.changed': stale(ofAccount) },
  'drafts.facets': { 'drafts.changed': stale(ofAccount) },
  'drafts.facetValues': { 'drafts.changed': stale(ofAccount) },
  'drafts.lists': { 'drafts.changed': stale(ofAccount), 'drafts.listsChanged': stale(ofAccount) },
  'drafts.get': 'shownAnew',
  'drafts.purgePreview': 'preview',
  'edits.fixable': 'preview',
  'edits.previewRows': 'preview',
  'exports.losses': 'constant',
  'exports.tables': 'preview',
  'fixing.retryPreview': 'preview',
  'fixing.get': { 'fixing.changed': stale(ofItsId), 'uploads.changed': stale() },
  'fixing.list': { 'fixing.changed': stale(ofAccount) },
  'fixing.records': {
    'fixing.changed': stale(ofItsId),
    'drafts.changed': stale(),
    'applications.changed': stale(),
  },
  'harvest.gaps': { 'harvest.gapsChanged': replaced(ofAccount) },
  'harvest.sources': { 'harvest.changed': stale() },
  'harvest.get': { 'harvest.changed': replaced(ofItsOwner) },
  'harvest.gone': 'constant',
  'imports.get': { 'imports.changed': replaced(ofItsId) },
  'imports.list': { 'imports.changed': inList(ofAccount) },
  'imports.rows': { 'imports.changed': stale(ofItsId) },
  'imports.problems': { 'imports.changed': stale(ofItsId) },
  'imports.encodings': 'constant',
  'imports.mapping': 'shownAnew',
  'imports.record': { 'imports.changed': stale(ofItsId) },
  'imports.source': { 'imports.changed': stale(ofItsId) },
  'imports.mappings': { 'imports.mappingsChanged': stale() },
  'journals.list': {
    'journals.changed': stale(ofAccount),
    'drafts.changed': stale(sortedBy('drafts')),
    'applications.changed': stale(sortedBy('request')),
  },
  'journals.refresh': 'onlyAsked',
  'journals.get': {
    'journals.changed': stale(ofAccount),
    'drafts.changed': stale(ofAccount),
    'applications.changed': stale(ofAccount),
  },
  'journals.find': 'onlyAsked',
  'journals.checkFile': 'preview',
  'links.get': { 'links.changed': replaced(ofItsOwner) },
  'links.checks': { 'links.changed': stale() },
  'matrix.list': { 'matrix.changed': inList() },
  'matrix.cells': { 'matrix.changed': stale(ofItsId) },
  'matrix.plan': 'preview',
  'office.status': { 'office.changed': stale() },
  'office.conflicts': { 'office.changed': stale() },
  'office.fieldChanges': { 'office.changed': stale() },
  'office.leavePreview': 'preview',
  'overview.get': {
    'overview.counting': stale(ofAccount),
    'journals.changed': stale(ofAccount),
    'drafts.changed': stale(ofAccount),
    'applications.changed': stale(ofAccount),
  },
  'overview.counting': { 'overview.counting': replaced(ofAccount) },
  'search.run': 'onlyAsked',
  'search.list': { 'search.changed': stale(ofAccount) },
  'storage.notices': { 'storage.changed': stale() },
  'undo.list': { 'undo.changed': stale() },
  'uploads.retryPreview': 'preview',
  'uploads.unkeptPreview': 'preview',
  'uploads.list': { 'uploads.changed': inList(), 'accounts.changed': stale() },
  'uploads.get': { 'uploads.changed': replaced(ofItsId) },
  'uploads.leftOut': 'constant',
  'uploads.items': { 'uploads.changed': stale(ofItsId) },
  'uploads.problems': { 'uploads.changed': stale(ofItsId), 'drafts.changed': stale() },
  'uploads.attempts': { 'uploads.changed': stale(ofItsId) },
  'versions.list': 'shownAnew',
  'versions.compare': 'preview',
  'versions.putBackUploadPreview': 'preview',
  'watch.finding': { 'watch.changed': stale(ofAccount), 'drafts.changed': stale(ofAccount) },
  'watch.findings': { 'watch.changed': stale(ofAccount), 'drafts.changed': stale(ofAccount) },
  'watch.history': { 'watch.changed': stale(ofAccount) },
  'watch.journals': { 'watch.changed': stale(ofAccount), 'journals.changed': stale(ofAccount) },
  'watch.links': { 'watch.changed': stale(ofAccount), 'app.settingsChanged': stale() },
  'watch.preview': 'preview',
  'watch.state': {
    'watch.changed': stale(ofAccount),
    // How many articles are there.
    'uploads.changed': stale(ofAccount),
    'app.settingsChanged': stale(),
  },
  'watch.summary': { 'watch.changed': stale(ofAccount) },
} as const satisfies {
  readonly [N in CallName]?: NeverStale | { readonly [E in EventName]?: AnswerChange<N, E> };
};

/** A call whose answer a window shows. */
export type ShownCall = keyof typeof answers;

/** A change of the cached answers of a call. */
type Change<E extends EventName> = AnswerChange<CallName, E> & { call: CallName };

const changes = new Map<string, Change<EventName>[]>();
for (const [call, by] of Object.entries(answers))
  for (const [event, change] of typeof by === 'string' ? [] : Object.entries(by))
    changes.set(event, [...(changes.get(event) ?? []), { call, ...change } as unknown as Change<EventName>]);

/** The events that change cached answers. */
export const changingEvents = [...changes.keys()] as readonly EventName[];

/** What an event does to the cached answers. */
export function changesBy<E extends EventName>(event: E): readonly Change<E>[] {
  return changes.get(event) ?? [];
}

const factsOf: { readonly [N in CallName]?: unknown } = answers;

/** Returns true if a call queries the directory or the compliance checker, and must not be repeated automatically. */
export function isAskedOutside(name: CallName): boolean {
  return factsOf[name] === 'onlyAsked';
}

/**
 * Returns true if a call's answer never changes or events report its changes; any other may be stale whenever it is shown
 * again.
 */
export function isKeptFresh(name: CallName): boolean {
  return typeof factsOf[name] === 'object' || factsOf[name] === 'constant';
}
