import type { CallOutput } from '../../../shared/contract/contract.ts';
import { isAboutJournal } from '../../../shared/directory/directoryWords.ts';
import { type Message, msg } from '../../../shared/message.ts';
import type { ProblemGroup } from '../../../shared/upload/upload.ts';
import type { ProblemItem } from '../../store/uploads/uploadItemLists.ts';

/** The refused and failed records of an upload by their reason, without those that were corrected. */
export function groupProblems(items: readonly ProblemItem[]): CallOutput<'uploads.problems'> {
  const groups = new Map<string, ProblemGroup>();
  for (const { draftId, refusal, isFixed } of items) {
    if (isFixed) continue;
    const message: Message = refusal?.message ?? msg('queue.outcome.failed');
    const key = JSON.stringify(message);
    const group = groups.get(key);
    if (group) group.draftIds.push(draftId);
    else {
      const about = {
        message,
        help: refusal?.help ?? null,
        isAboutJournal: isAboutJournal(refusal?.code ?? ''),
      };
      groups.set(key, { ...about, draftIds: [draftId] });
    }
  }
  return {
    groups: [...groups.values()].sort((a, b) => b.draftIds.length - a.draftIds.length),
    fixed: items.filter(({ isFixed }) => isFixed).map(({ id }) => id),
  };
}
