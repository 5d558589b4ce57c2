import type { AppError } from '../../shared/errors.ts';
import { problemOf, readWords, type Words } from './answers.ts';
import type { Answer } from './exchange.ts';

export type DeleteOutcome =
  | { kind: 'deleted' | 'gone' }
  | ({ kind: 'not-now' } & Words)
  | { kind: 'unsure'; error: AppError }
  | { kind: 'problem'; error: AppError };

/**
 * Reads the response to a DELETE of an application or an article. Only a 204 is the directory's success: the login page of a
 * network, for example, has the status 200.
 */
export function readDeleted(answer: Answer): DeleteOutcome {
  if (answer.kind === 'no-answer') {
    const isCertain = ['offline', 'redirect', 'withheld'].includes(answer.why);
    return { kind: isCertain ? 'problem' : 'unsure', error: problemOf(answer) };
  }
  if (answer.status === 204) return { kind: 'deleted' };
  if (isMissing(answer)) return { kind: 'gone' };
  if (answer.status === 403 && answer.json !== undefined) return { kind: 'not-now', ...readWords(answer) };
  const isCertain =
    (answer.status >= 300 && answer.status < 500) || (answer.status === 503 && answer.json !== undefined);
  return { kind: isCertain ? 'problem' : 'unsure', error: problemOf(answer) };
}

/** A 404 with the directory's own message, unlike its page for unknown addresses. */
export function isMissing({ status, json, text }: { status: number; json: unknown; text: string }): boolean {
  return status === 404 && json !== undefined && !/No endpoint at\b/.test(text);
}
