import { explainRefusal } from '../../shared/directory/directoryWords.ts';
import type { DraftRecord, Refusal } from '../../shared/draft/draft.ts';
import { msg } from '../../shared/message.ts';
import type { QueueParts } from './queueParts.ts';

type Reason = Pick<Refusal, 'path' | 'code' | 'message' | 'help'>;

/** Our explanation of what the directory said about one record; `record` as it was sent, or null where it is gone. */
export function explain(
  parts: Pick<QueueParts, 'context'>,
  accountId: string,
  record: DraftRecord | null,
  said: { status: number | null; words: string },
): Reason {
  const { path, code, message, help } = explainRefusal(said.status, said.words, {
    ...parts.context(accountId),
    ...(record === null ? {} : { record }),
  });
  return { path, code, message, help };
}

/** What is said of a record that was sent again and again without an answer. */
export function gaveUp(attempts: number): Reason {
  return {
    path: '',
    code: 'gave-up',
    message: msg('queue.gaveUp.message', { count: attempts }),
    help: msg('queue.gaveUp.help'),
  };
}
