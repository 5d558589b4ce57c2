import type { ArticleContext } from '../../../shared/article/articleRules.ts';
import { explainRefusal } from '../../../shared/directory/directoryWords.ts';
import type { DraftRecord, Refusal } from '../../../shared/draft/draft.ts';
import { isGiven, member } from '../../../shared/json.ts';
import { msg } from '../../../shared/message.ts';
import { pythonInteger } from '../../../shared/text/pythonNumbers.ts';
import { asStoredText } from '../../../shared/text/pythonText.ts';

export type Reason = Pick<Refusal, 'path' | 'code' | 'message' | 'help'>;
export type UploadRefusal = Refusal & { uploadId: number };

/** Makes a refusal by our own rules. */
export function ownRefusal(reason: Reason, uploadId: number, at: string): UploadRefusal {
  return { ...reason, words: '', status: null, reference: '', uploadId, at };
}

/** Makes a refusal by the directory with our explanation; `record` as sent, or null if it was deleted. */
export function directoryRefusal(
  { status, words, reference }: Pick<Refusal, 'status' | 'words' | 'reference'>,
  record: DraftRecord | null,
  context: ArticleContext,
  { uploadId, at }: { uploadId: number; at: string },
): UploadRefusal {
  const { path, code, message, help } = explainRefusal(status, words, {
    ...context,
    record: record ?? undefined,
  });
  return { path, code, message, help, words, status, reference, uploadId, at };
}

/**
 * Returns true if an answer about one record tells that the server compares years with the journal's first one of open
 * access: it says so, or fails for a year that is no number (reference/directory-changes.md 3).
 */
export function tellsOfOaStart(
  { code, status }: { code: string; status: number | null },
  record: unknown,
): boolean {
  if (code === 'before-open-access') return true;
  const isFailure = (code === 'crashed' && status === 500) || code === 'batch-unreadable';
  const year = member(member(record, 'bibjson'), 'year');
  return isFailure && (!isGiven(year) || pythonInteger(asStoredText(year)) === null);
}

/** Explains that a record was sent several times without an answer. */
export function gaveUp(attempts: number): Reason {
  return {
    path: '',
    code: 'gave-up',
    message: msg('queue.gaveUp.message', { count: attempts }),
    help: msg('queue.gaveUp.help'),
  };
}

/** Explains that what a record would overwrite cannot be kept. */
export const unreadBeforeSending: Reason = {
  path: '',
  code: 'hit-unreadable',
  message: msg('queue.unread.before'),
  help: msg('queue.unread.beforeHelp'),
};

/** The same, because the directory refuses the query for it. */
export const refusedBeforeSending: Reason = { ...unreadBeforeSending, message: msg('queue.unread.refused') };

/** The same, because it is not among the first of many articles that were found. */
export const tooManyBeforeSending: Reason = { ...unreadBeforeSending, message: msg('queue.unread.tooMany') };

/** Explains that nobody can tell whether a record that was sent is stored. */
export const unreadAfterSending: Reason = {
  path: '',
  code: 'hit-unreadable',
  message: msg('queue.unread.after'),
  help: msg('queue.unread.afterHelp'),
};
