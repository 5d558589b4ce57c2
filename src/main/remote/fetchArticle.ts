import type { DraftRecord } from '../../shared/draft/draft.ts';
import { problemOf } from './answers.ts';
import { isMissing } from './deleteAnswer.ts';
import type { DirectoryClient } from './directoryClient.ts';
import { pathPart } from './pathPart.ts';
import { recordIn } from './recordIn.ts';
import { type RetryOptions, requestWithRetry } from './requestWithRetry.ts';

/** Fetches an article; null if the directory does not show one. Throws AppError as `problemOf`. */
export async function fetchArticle(
  client: DirectoryClient,
  remoteId: string,
  { hasKey, ...options }: RetryOptions & { hasKey: boolean },
): Promise<DraftRecord | null> {
  const request = { method: 'GET', path: `articles/${pathPart(remoteId)}`, wantsKey: hasKey } as const;
  const answer = await requestWithRetry(client, request, options);
  const { status, json } = answer;
  // Without a key, the directory returns 401 for records that it does not have (reference/directory-api.md 4.7).
  if (isMissing(answer) || (status === 401 && !hasKey)) return null;
  const record = recordIn(json);
  if (status !== 200 || record === null) throw problemOf(answer);
  return record;
}
