import { msg } from '../../shared/message.ts';
import { draftColumns } from '../store/drafts/draftColumns.ts';
import type { WaitingChange } from '../store/imports/importWriter.ts';
import type { UndoStep } from '../store/undo/undoWriter.ts';
import type { JobParts } from './importJob.ts';
import { titleOf } from './matching/matchDraft.ts';

/** Rows between two checks of the clock: committing takes most of the time, and comes after the check. */
const sliceSize = 100;
/** Blocks of tables that are removed at once. */
const blocksAtOnce = 10;

/**
 * Turns an import's hidden rows into drafts and applies its changes, without those that the user unticked; can be
 * repeated after an interruption. Drafts edited or moved to the trash after the preview stay and are reported as
 * problems, as are new records of articles that have got a draft since. Can be undone.
 */
export async function acceptImport(parts: JobParts): Promise<void> {
  const { status, imports, files, write, at } = parts;
  const undo = imports.undoStep(status, at);
  const removeLeftOut = () => imports.removeLeftOut(status.id, sliceSize) > 0;
  while (await write(removeLeftOut));

  let place: number | null = 0;
  const showSome = () => {
    const from: number = place ?? 0;
    place = imports.placeAfter(status.id, from, sliceSize);
    for (const { position, title, ...record } of imports.addedSince(status.id, from, place)) {
      parts.addProblem({ ...record, message: msg('import.identity.addedSince', titleOf({ title })) });
      imports.leaveOut(status.id, position);
    }
    removeLeftOut();
    imports.unstage(status.id, from, place, undo);
    return place !== null;
  };
  while (await write(showSome));

  let from = 0;
  const applyNext = () => {
    const change = imports.nextChange(status.id, from);
    if (change === null) return false;
    from = change.position;
    applyChange(parts, change, undo);
    return true;
  };
  while (await write(applyNext));
  await write(() => {
    undo.finish();
    return false;
  });
  for (const old of files.old(status.accountId))
    while (await write(() => files.remove(old, blocksAtOnce) > 0));
}

/** Removes the earlier results of an import whose files are read again. */
export async function removeRead(parts: JobParts): Promise<void> {
  await discardImport(parts);
  await parts.write(() => {
    parts.imports.removeProblems(parts.status.id);
    return false;
  });
}

/** Removes the hidden rows and the tables of a discarded import. */
export async function discardImport({ status, imports, files, write }: JobParts): Promise<void> {
  let removed = 1;
  const removeSome = () => {
    removed = imports.removeHidden(status.id, sliceSize);
    return false;
  };
  while (removed > 0) await write(removeSome);
  while (await write(() => files.remove(status.id, blocksAtOnce) > 0));
}

function applyChange(parts: JobParts, change: WaitingChange, undo: UndoStep): void {
  const { status, drafts, imports, context, at } = parts;
  const { draftId: id, draftVersion: version, position, file, index, line, title, notes, record } = change;
  const apply = () => {
    if (!drafts.update({ id, version, at, draft: draftColumns(record, context) })) return false;
    drafts.setOrigin(id, { importId: status.id, position, place: { file, index, line }, notes });
    return true;
  };
  const isApplied = imports.isOpen(id) && undo.change({ source: 'drafts', id }, 'changed', apply);
  if (!isApplied)
    parts.addProblem({ file, index, line, message: msg('import.editedSince', titleOf({ title })) });
  imports.removeChange(change.id);
}
