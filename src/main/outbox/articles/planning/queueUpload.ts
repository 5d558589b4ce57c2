import { AppError } from '../../../../shared/errors.ts';
import { msg } from '../../../../shared/message.ts';
import { isoNow } from '../../../platform/clock.ts';
import type { Confirmed } from '../../../platform/plans.ts';
import { storageError } from '../../../store/database.ts';
import { inBatches } from '../../../store/inBatches.ts';
import type { UploadParts } from '../articleParts.ts';
import type { SendPlan } from './planning.ts';
import type { Survey } from './survey.ts';

/** What `queueUpload` needs of a confirmed plan. */
export type QueuedPlan = Pick<SendPlan, 'input'>;

/** Queues the drafts of the survey of a confirmed plan and starts sending; returns the upload's id. AppError `state` if there are none. */
export async function queueUpload(
  parts: QueueParts,
  given: { confirmed: Confirmed<QueuedPlan>; name: string; survey: Survey; noting?: Noting | undefined },
): Promise<number> {
  const { confirmed, name, survey, noting } = given;
  const { accountId } = confirmed.listed.input;
  const { uploads, progress, clock } = parts;
  const { sendable } = survey;
  if (sendable.length === 0) throw nothingToSend(survey);
  const id = uploads.create({ accountId, name, at: isoNow({ clock }) });
  try {
    const heldBack = Object.values(survey.heldBackCounts).reduce((sum, count) => sum + count, 0);
    uploads.setLeftOut(id, { skipped: survey.unchanged, heldBack, list: survey.heldBack });
    progress.changed(id, true);
    await fill(parts, id, { accountId, survey, noting });
  } catch (error) {
    // Otherwise it would be read until the next start.
    parts.scope.run('uploads.giveUp', (signal) => giveUp(parts, id, { accountId, signal }));
    throw error;
  }
  return id;
}

/** Called with the new upload's id in the transaction after which it may begin, also in another run of the program. */
export type Noting = (uploadId: number) => void;

type QueueParts = Pick<UploadParts, 'uploads' | 'draftSync' | 'progress' | 'clock' | 'scope'>;

/** Adds the drafts of a survey to an upload, and lets it begin. */
async function fill(
  { uploads, draftSync, progress, clock }: QueueParts,
  id: number,
  given: { accountId: string; survey: Survey; noting: Noting | undefined },
): Promise<void> {
  const { accountId, noting } = given;
  const { sendable } = given.survey;
  const isReading = () => uploads.find(id)?.state === 'reading';
  let position = 0;
  await inBatches(sendable, (slice) =>
    uploads.transaction(() => {
      // The user may cancel it meanwhile.
      if (!isReading()) return;
      const marked = new Set(draftSync.setQueued(slice.map((one) => one.draftId)));
      const items = slice
        .filter((one) => marked.has(one.draftId))
        .map((one) => ({ ...one, position: ++position }));
      uploads.addItems(id, items, isoNow({ clock }));
      progress.changed(id);
    }),
  );
  progress.draftsChanged(
    accountId,
    sendable.map((one) => one.draftId),
  );
  if (!isReading()) return;
  for (const state of ['ready', 'running'] as const) {
    uploads.transaction(() => {
      if (state === 'ready') noting?.(id);
      uploads.setState(id, state, { at: isoNow({ clock }) });
    });
    progress.changed(id, true);
  }
}

/** Milliseconds between two attempts to cancel an upload: the disk may be full. */
const giveUpEvery = 1_000;

/** Cancels an upload that could not be created as a whole, once its rows can be written. */
async function giveUp(
  { uploads, draftSync, progress, clock }: QueueParts,
  id: number,
  { accountId, signal }: { accountId: string; signal: AbortSignal },
): Promise<void> {
  const isUnfinished = () => ['reading', 'ready'].includes(uploads.find(id)?.state ?? '');
  for (;;) {
    try {
      if (!isUnfinished()) return;
      const drafts = uploads.draftIds(id, 'queued');
      await inBatches(drafts, (ids) => draftSync.releaseQueued(ids));
      // The user may cancel it meanwhile.
      if (!isUnfinished()) return;
      uploads.setState(id, 'cancelled', { at: isoNow({ clock }) });
      progress.changed(id, true);
      progress.draftsChanged(accountId, drafts);
      return;
    } catch (error) {
      if (!(storageError(error) instanceof AppError)) throw error;
      await clock.sleep(giveUpEvery, signal);
    }
  }
}

function nothingToSend(survey: Survey): AppError {
  const [first] = survey.heldBack;
  return new AppError('state', msg('queue.nothingToSend.message'), {
    why: first ? first.message : msg('queue.nothingToSend.why'),
    fix: msg('queue.nothingToSend.fix'),
  });
}
