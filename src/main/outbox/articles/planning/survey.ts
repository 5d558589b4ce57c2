import type { ArticleKeys } from '../../../../shared/article/articleKeys.ts';
import { type ArticleContext, checkArticle } from '../../../../shared/article/articleRules.ts';
import { ignoredKind } from '../../../../shared/article/ignoredKind.ts';
import { isHardToFind } from '../../../../shared/article/rules/codes.ts';
import { countWithMore } from '../../../../shared/countFindings.ts';
import type { Dialect } from '../../../../shared/directory/account.ts';
import { creationEffect, sharedKeys } from '../../../../shared/directory/dialects.ts';
import type { Finding } from '../../../../shared/finding.ts';
import { type Message, msg } from '../../../../shared/message.ts';
import { withMore } from '../../../../shared/upload/heldMessage.ts';
import type { HeldBackReason, LeftOut } from '../../../../shared/upload/upload.ts';
import { createGroupCounter } from '../../../remote/lookupQuery.ts';
import { pageSize } from '../../../remote/searchRequest.ts';
import { IdSet } from '../../../store/drafts/idSet.ts';
import { type ListedDrafts, stampOfHash } from '../../../store/drafts/listedDrafts.ts';
import { inBatches } from '../../../store/inBatches.ts';
import type { SendCandidate, SendCandidates, SentKeys } from '../../../store/uploads/sendCandidates.ts';
import type { BulkSending } from '../../bulkSending.ts';
import { lookupLength, maxQueryLength, overwrittenLookups } from '../articleLookups.ts';
import type { RemoteCache } from '../remoteCache.ts';
import { type BatchFiller, createBatchFiller } from '../sending/batchFiller.ts';

/** A draft that would be sent, with the bytes of its JSON. */
export interface Sendable {
  draftId: number;
  title: string;
  place: Message | null;
  doi: string;
  bytes: number;
  plannedHash: string;
  /** The content that a colleague confirmed. */
  confirmedHash?: string;
  wasThere?: 0 | 1;
  keeping: 'no' | 'wanted' | 'left';
}

/** Groups the selected drafts by what would happen to them. */
export interface Survey {
  selected: number;
  sendable: Sendable[];
  fresh: number;
  overwriting: number;
  unchanged: number;
  /** Of those to send. */
  withWarnings: number;
  /** Held back, unless the user wants to send them. */
  hardToFind: number;
  deletedThere: number;
  /** The first 500. */
  heldBack: LeftOut[];
  heldBackCounts: Partial<Record<HeldBackReason, number>>;
  ignored: { count: number; fields: Map<string, number> };
  filledIn: number;
  /** Batches of several records, and records that are sent alone. */
  bulkBatches: number;
  singles: number;
  /** Requests for snapshots. */
  keepRequests: number;
  /** Bytes of all request bodies. */
  bytes: number;
}

export interface SurveyOptions {
  candidates: SendCandidates;
  /** Facts about the account for the rules. */
  context: (accountId: string) => ArticleContext;
  remoteCache: Pick<RemoteCache, 'of'>;
  sending: Pick<BulkSending, 'needsApproval'>;
}

const maxListed = 500;
/** Small, since every record may have to be validated. */
const batchSize = 100;

/** Classifies drafts in order; reads records only for drafts that need validation. */
export async function surveyDrafts(
  { candidates, context: contextOf, remoteCache, sending }: SurveyOptions,
  options: {
    accountId: string;
    ids: readonly number[];
    includeUnchanged: boolean;
    includeHardToFind?: boolean | undefined;
    includeDeleted?: boolean | undefined;
    /** Approval is checked when the article is sent. */
    includeUnapproved?: boolean | undefined;
    batchBytes: number;
    /** false: no snapshots are taken. */
    takesSnapshots: boolean;
    /** What a person confirmed (`sendStamp`): only drafts that are still as listed are sent. */
    planned?: ListedDrafts | undefined;
    signal?: AbortSignal;
    /** Called with the number of checked drafts. */
    checked?: (done: number) => void;
  },
): Promise<Survey> {
  const { accountId, ids, batchBytes, takesSnapshots, planned, signal, checked } = options;
  const context = contextOf(accountId);
  const needsApproval = sending.needsApproval(accountId) && options.includeUnapproved !== true;
  const survey = emptySurvey(ids.length);
  const seen = new Map<string, string>();
  const selected = new IdSet(ids);
  let batch = createBatchFiller(batchBytes);
  const lookUps = createGroupCounter({ count: pageSize, length: maxQueryLength });

  const classify = (draft: SendCandidate) => {
    const record = () => candidates.record(draft.id);
    if (!draft.isReadable) {
      addHeldBack(leftOut(draft, 'unreadable', '', msg('queue.held.unreadable')), survey);
      return;
    }
    const stamp = planned?.stampOf(draft.id);
    if (stamp !== undefined && !isStampOf(stamp, draft.hash)) return addHeldBack(changedSince(draft), survey);
    // Most warnings say nothing that a plan uses, and reading and checking a record takes most of its time.
    const needsFindings =
      draft.errors + draft.ignored > 0 || (draft.warnings > 0 && candidates.isHardToFind(draft.id));
    const findings = needsFindings ? checkArticle(record(), context) : [];
    countIgnored(findings, survey);
    if (!options.includeUnchanged && draft.sync === 'sent' && draft.sentHash === draft.hash) {
      survey.unchanged += 1;
      return;
    }
    const held =
      holdBack(draft, findings, seen) ??
      holdBackDouble(draft, candidates, accountId) ??
      holdBackUnsent(draft, candidates, { accountId, selected }) ??
      predictEffect(draft, context.dialect, { candidates, remoteCache, accountId });
    if ('reason' in held) {
      addHeldBack(held, survey);
      return;
    }
    if (needsApproval && !candidates.isApproved(draft.id)) {
      addHeldBack(leftOut(draft, 'not-approved', '', msg('queue.held.notApproved')), survey);
      return;
    }
    const [hidden] = findings.filter(isHardToFind);
    if (hidden) survey.hardToFind += 1;
    if (hidden && !options.includeHardToFind) {
      addHeldBack(leftOut(draft, 'hard-to-find', hidden.path, hidden.message), survey);
      return;
    }
    if (draft.wasDeleted) survey.deletedThere += 1;
    if (draft.wasDeleted && !options.includeDeleted) {
      addHeldBack(leftOut(draft, 'deleted-there', '', msg('queue.held.deletedThere')), survey);
      return;
    }
    // What a plan found at the directory is no longer remembered after a while.
    const isOverwriting = stamp === sendStamp(draft.hash, 'overwrites');
    const effect = isOverwriting ? 'overwrites' : held.effect;
    if (planned && stamp !== sendStamp(draft.hash, effect)) return addHeldBack(changedSince(draft), survey);
    if (draft.warnings > 0) survey.withWarnings += 1;
    // Others cannot be in the selection twice; remembering a million of them would block the thread.
    if (draft.hasDouble) for (const key of keysOf(draft)) seen.set(key, draft.title);
    survey[effect === 'new' ? 'fresh' : 'overwriting'] += 1;
    const bytes = draft.wireBytes;
    const keyed = { doiKey: draft.doiKey, urlKey: draft.urlKey, cap: Number.POSITIVE_INFINITY };
    if (!batch.take(keyed, bytes)) {
      closeBatch(batch, survey);
      batch = createBatchFiller(batchBytes);
      batch.take(keyed, bytes);
    }
    const { id: draftId, title, place, doi, hash: plannedHash } = draft;
    const keeping = effect === 'new' ? 'no' : takesSnapshots ? 'wanted' : 'left';
    if (keeping === 'wanted') lookUps.add(lookupLength(overwrittenLookups(draft)));
    survey.sendable.push({ draftId, title, place, doi, bytes, plannedHash, keeping });
  };

  let done = 0;
  const classifyBatch = (ids: readonly number[]) => {
    candidates.read(ids).forEach(classify);
    done += ids.length;
    checked?.(done);
  };
  await inBatches(ids, classifyBatch, { size: batchSize, signal });
  signal?.throwIfAborted();
  if (batch.count > 0) closeBatch(batch, survey);
  survey.keepRequests = lookUps.groups();
  return survey;
}

/** What a plan remembers of a draft to send: its content, and whether the directory would have a new article. */
export function sendStamp(hash: string, effect: 'new' | 'overwrites'): number {
  return 2 * stampOfHash(hash) + (effect === 'new' ? 1 : 0);
}

function isStampOf(stamp: number, hash: string): boolean {
  return Math.floor(stamp / 2) === stampOfHash(hash);
}

function changedSince(draft: SendCandidate): LeftOut {
  return leftOut(draft, 'changed-since-plan', '', msg('queue.held.changedSincePlan'));
}

/** Returns why a draft is held back, as far as its history does not matter; null if it is not. */
function holdBack(
  draft: SendCandidate,
  findings: readonly Finding[],
  seen: Map<string, string>,
): LeftOut | null {
  if (draft.sync === 'queued') return leftOut(draft, 'in-queue', '', msg('queue.held.inQueue'));
  const noIdentifier = draft.doiKey === null && draft.urlKey === null;
  if (draft.errors > 0) {
    const errors = findings.filter((finding) => finding.severity === 'error');
    const [first] = errors;
    const isOnlyIdentifier = noIdentifier && countWithMore(errors) === 1;
    const reason = isOnlyIdentifier ? 'no-identifier' : 'errors';
    return leftOut(draft, reason, first?.path ?? '', messageOf(errors));
  }
  if (noIdentifier) return leftOut(draft, 'no-identifier', 'bibjson.link', msg('queue.held.noIdentifier'));
  for (const key of keysOf(draft)) {
    const earlier = seen.get(key);
    if (earlier === undefined) continue;
    return leftOutDouble(draft, 'duplicate-in-selection', earlier, key.startsWith('doi '));
  }
  return null;
}

/** Holds back a draft whose article is in a queue with another draft: one would overwrite the other unseen. */
function holdBackDouble(draft: SendCandidate, candidates: SendCandidates, accountId: string): LeftOut | null {
  const queued = draft.hasDouble ? candidates.queuedAlike(accountId, draft) : null;
  return queued && leftOutDouble(draft, 'in-queue', queued.title, queued.hasSameDoi === 1);
}

/**
 * Holds back a draft that was never sent if one of the same article, chosen with it, was: sending would replace what that one
 * sent, and a person has to decide between them (`undecidedSql`).
 */
function holdBackUnsent(
  draft: SendCandidate,
  candidates: SendCandidates,
  { accountId, selected }: { accountId: string; selected: IdSet },
): LeftOut | null {
  if (!draft.hasDouble || draft.sentHash !== null) return null;
  const others = candidates.alike(accountId, draft).filter((id) => selected.has(id));
  const twin = candidates.read(others).find(({ sentHash }) => sentHash !== null);
  if (!twin) return null;
  const hasSameDoi = draft.doiKey !== null && twin.doiKey === draft.doiKey;
  const words = msg(`queue.held.${hasSameDoi ? 'sentDoi' : 'sentUrl'}`, {
    title: twin.title || msg('queue.untitled'),
  });
  return leftOut(draft, 'duplicate-in-selection', hasSameDoi ? 'bibjson.identifier' : 'bibjson.link', words);
}

function leftOutDouble(
  draft: SendCandidate,
  reason: HeldBackReason,
  title: string,
  hasSameDoi: boolean,
): LeftOut {
  const words = msg(`queue.held.${hasSameDoi ? 'duplicateDoi' : 'duplicateUrl'}`, {
    title: title || msg('queue.untitled'),
  });
  return leftOut(draft, reason, hasSameDoi ? 'bibjson.identifier' : 'bibjson.link', words);
}

/** Predicts what the directory would do with a draft, from what we sent and what we found there. */
function predictEffect(
  draft: SendCandidate,
  dialect: Dialect,
  {
    candidates,
    remoteCache,
    accountId,
  }: Pick<SurveyOptions, 'candidates' | 'remoteCache'> & { accountId: string },
): LeftOut | { effect: 'new' | 'overwrites' } {
  const keys = { doi: draft.doiKey, url: draft.urlKey };
  const own = draft.sentHash === null ? [] : [ownSentKeys(draft)];
  const cached = remoteCache.of(draft.id).map((one) => ({ ...one, draftId: draft.id }));
  // The directory refuses what matches two records, also if these are equal (reference/directory-api.md 7.2).
  const found = cached.filter((one) => one.remoteId !== null && sharedKeys(keys, one).length > 0);
  if (new Set(found.map(({ remoteId }) => remoteId)).size > 1)
    return leftOut(draft, 'two-records', '', msg('queue.held.ambiguous'));
  if (hasLostKeys(keys, own) && !found.some(({ remoteId }) => remoteId === draft.remoteId))
    return leftOut(
      draft,
      'identity-changed',
      draft.sentDoiKey === null ? 'bibjson.link' : 'bibjson.identifier',
      msg('queue.held.identityChanged'),
    );
  const alike = draft.hasDouble ? candidates.sentAlike(accountId, draft) : [];
  const stored = distinct([...own, ...alike, ...cached]);
  const effect = creationEffect(dialect, keys, stored);
  if (effect !== 'refused') return { effect };
  const matches = stored.filter((one) => sharedKeys(keys, one).length > 0);
  if (matches.length > 1) return leftOut(draft, 'two-records', '', msg('queue.held.ambiguous'));
  const isDoiTheSame = matches[0]?.doi === keys.doi;
  const words = msg(`queue.held.${isDoiTheSame ? 'addressChanged' : 'doiChanged'}`);
  return leftOut(draft, 'would-be-refused', isDoiTheSame ? 'bibjson.link' : 'bibjson.identifier', words);
}

/** Returns true if the directory has the article, but would not recognise it by these keys. */
function hasLostKeys(keys: ArticleKeys, own: readonly SentKeys[]): boolean {
  return own.some((sent) => (sent.doi ?? sent.url) !== null && sharedKeys(keys, sent).length === 0);
}

/** Removes duplicates: several drafts may have been sent to one record. */
function distinct(sent: readonly SentKeys[]): ArticleKeys[] {
  const records = new Map<string, ArticleKeys>();
  for (const keys of sent) records.set(keys.remoteId ?? JSON.stringify([keys.doi, keys.url]), keys);
  return [
    ...new Map([...records.values()].map((keys) => [JSON.stringify([keys.doi, keys.url]), keys])).values(),
  ];
}

function ownSentKeys(draft: SendCandidate): SentKeys {
  return { draftId: draft.id, doi: draft.sentDoiKey, url: draft.sentUrlKey, remoteId: draft.remoteId };
}

function messageOf(errors: readonly Finding[]): Message {
  const [first] = errors;
  if (!first) return msg('queue.held.errors');
  const count = countWithMore(errors) - 1;
  return withMore(first.message, count);
}

function countIgnored(findings: readonly Finding[], survey: Survey): void {
  for (const { severity, code, path, more = 0 } of findings) {
    const kind = severity === 'ignored' ? ignoredKind(code) : 'harmless';
    const count = 1 + more;
    if (kind === 'filledIn') survey.filledIn += count;
    if (kind !== 'lost') continue;
    // All entries of a list are one field: `bibjson.author[].email`.
    const field = path.replace(/\[\d+\]/g, '[]');
    survey.ignored.count += count;
    survey.ignored.fields.set(field, (survey.ignored.fields.get(field) ?? 0) + count);
  }
}

function keysOf({ doiKey, urlKey }: SendCandidate): string[] {
  return [doiKey === null ? [] : `doi ${doiKey}`, urlKey === null ? [] : `url ${urlKey}`].flat();
}

function closeBatch(batch: BatchFiller, survey: Survey): void {
  if (batch.count > 1) survey.bulkBatches += 1;
  else survey.singles += 1;
  survey.bytes += batch.count > 1 ? batch.bytes : batch.bytes - 2;
}

function addHeldBack(held: LeftOut, survey: Survey): void {
  survey.heldBackCounts[held.reason] = (survey.heldBackCounts[held.reason] ?? 0) + 1;
  if (survey.heldBack.length < maxListed) survey.heldBack.push(held);
}

function leftOut(draft: SendCandidate, reason: HeldBackReason, path: string, message: Message): LeftOut {
  return { draftId: draft.id, title: draft.title, reason, path, message };
}

function emptySurvey(selected: number): Survey {
  return {
    selected,
    sendable: [],
    fresh: 0,
    overwriting: 0,
    unchanged: 0,
    withWarnings: 0,
    hardToFind: 0,
    deletedThere: 0,
    heldBack: [],
    heldBackCounts: {},
    ignored: { count: 0, fields: new Map() },
    filledIn: 0,
    bulkBatches: 0,
    singles: 0,
    keepRequests: 0,
    bytes: 0,
  };
}
