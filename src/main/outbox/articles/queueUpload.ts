import { AppError } from '../../../shared/errors.ts';
import { msg } from '../../../shared/message.ts';
import { isoNow } from '../../platform/clock.ts';
import { inBatches } from '../../store/inBatches.ts';
import type { UploadParts } from './articleParts.ts';
import type { Survey } from './survey.ts';

/** Queues the drafts of a survey and starts sending; returns the upload's id. AppError `state` if there are none. */
export async function queueUpload(
  { uploads, draftSync, progress, clock }: Pick<UploadParts, 'uploads' | 'draftSync' | 'progress' | 'clock'>,
  { accountId, name, survey }: { accountId: string; name: string; survey: Survey },
): Promise<number> {
  const { sendable } = survey;
  if (sendable.length === 0) throw nothingToSend(survey);
  const id = uploads.create({ accountId, name, at: isoNow({ clock }) });
  const heldBack = Object.values(survey.heldBackCounts).reduce((sum, count) => sum + count, 0);
  uploads.setLeftOut(id, { skipped: survey.unchanged, heldBack, list: survey.heldBack });
  progress.changed(id, true);

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
  if (!isReading()) return id;
  for (const state of ['ready', 'running'] as const) {
    uploads.setState(id, state, { at: isoNow({ clock }) });
    progress.changed(id, true);
  }
  return id;
}

function nothingToSend(survey: Survey): AppError {
  const [first] = survey.heldBack;
  return new AppError('state', msg('queue.nothingToSend.message'), {
    why: first ? first.message : msg('queue.nothingToSend.why'),
    fix: msg('queue.nothingToSend.fix'),
  });
}
