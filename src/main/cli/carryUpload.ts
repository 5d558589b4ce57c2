import { describe, t } from '../../shared/i18n/i18n.ts';
import { uploadName } from '../../shared/i18n/uploadName.ts';
import type { Upload, UploadItem } from '../../shared/upload/upload.ts';
import type { Deadline } from './deadline.ts';
import { type FollowEnd, followUpload } from './followUpload.ts';
import { isOpen, type Queued, readItems } from './queuedBefore.ts';
import type { Terminal } from './terminal.ts';
import type { CommandServices } from './withServices.ts';

/** The state of an upload at the end of following it, with the records that were refused or given up. */
export interface Carried {
  upload: Upload;
  refused: UploadItem[];
  end: FollowEnd;
}

interface CarryOptions {
  json?: boolean;
  withoutKeeping?: boolean;
  /** Minutes. */
  wait: number;
  deadline: Deadline;
}

/** Follows an upload and reports what stopped it. */
export async function carryUpload(
  started: Upload,
  options: CarryOptions,
  parts: CommandServices,
  terminal: Terminal,
): Promise<Carried> {
  const report = options.json ? () => undefined : terminal.err;
  const { upload, end } = await followUpload(started, parts, { report, deadline: options.deadline });
  if (end === 'waited') printWaited(upload, options.wait, terminal);
  if (end === 'stopped') terminal.err(`${t('cli.upload.stopped')}\n`);
  if (end === 'ended' && upload.state === 'paused' && !options.json)
    terminal.err(`${describe(upload.message)}\n`);
  const { handlers } = parts;
  return {
    upload: end === 'waited' ? await handlers['uploads.get']({ id: upload.id }) : upload,
    end,
    refused: await readItems(upload.id, ['refused', 'failed'], handlers),
  };
}

/**
 * Continues earlier uploads that have some of these drafts in their queue, one after another; stops after one that does
 * not finish. Uploads that the user paused stay paused and are named. Returns the drafts that remain for a new upload:
 * drafts that were refused just now are not sent again at once.
 */
export async function goOn(
  queued: readonly Queued[],
  ids: readonly number[],
  options: CarryOptions & { dryRun?: boolean },
  parts: CommandServices,
  terminal: Terminal,
): Promise<{ carried: Carried[]; left: number[]; hasStopped: boolean }> {
  const carried: Carried[] = [];
  const left = new Set(ids);
  for (const before of queued.filter(({ draftIds }) => ids.some((id) => draftIds.has(id)))) {
    const upload = await parts.handlers['uploads.get']({ id: before.upload.id });
    // An upload that was still being planned is not continued.
    if (upload.state === 'cancelled' && !isOpen(upload)) continue;
    const isPaused = upload.state === 'paused' && upload.pausedBy === 'person';
    const name = uploadName(upload);
    if (isPaused || options.dryRun) {
      if (!options.json) terminal.err(`${t(`cli.upload.${isPaused ? 'isPaused' : 'isQueued'}`, { name })}\n`);
      continue;
    }
    if (!options.json) terminal.err(`${t('cli.upload.goingOn', { name })}\n`);
    const one = await carryUpload(await awaken(upload, options, parts), options, parts, terminal);
    carried.push(one);
    for (const { draftId } of one.refused) left.delete(draftId);
    if (one.end !== 'ended' || one.upload.state === 'paused')
      return { carried, left: [...left], hasStopped: true };
  }
  return { carried, left: [...left], hasStopped: false };
}

async function awaken(upload: Upload, options: CarryOptions, { handlers }: CommandServices): Promise<Upload> {
  const { id } = upload;
  const now = upload.state === 'paused' ? await handlers['uploads.resume']({ id }) : upload;
  const mayBeUnkept = options.withoutKeeping && now.state !== 'cancelled';
  return mayBeUnkept ? handlers['uploads.sendUnkept']({ id }) : now;
}

/** Reports what it was waiting for, and how to continue. */
function printWaited({ message, isKeeping, pausedBy }: Upload, minutes: number, terminal: Terminal): void {
  const key = pausedBy === 'offline' ? 'waitedOffline' : message === null ? 'waitedSlow' : 'waited';
  terminal.err(
    `${t(`cli.upload.${key}`, { minutes, message: describe(message) })}\n${t('cli.upload.goOn')}\n`,
  );
  if (isKeeping) terminal.err(`${t('cli.upload.goWithout')}\n`);
}
