import { createHash } from 'node:crypto';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { article, world as directoryWorld, type TestDirectory } from './testDirectory.ts';

/** An article of the test journal as stored by the directory: pages outside the journal, ids in no order of their numbers. */
export function storedAs(number: number, bibjson: DraftRecord = {}): { id: string; bibjson: DraftRecord } {
  const { journal, ...sent } = article(number, bibjson).bibjson as Record<string, DraftRecord>;
  const { start_page, end_page, ...block } = journal ?? {};
  return {
    id: remoteId(number),
    created_date: '2024-06-01T00:00:00Z',
    last_updated: '2024-06-02T00:00:00Z',
    admin: { in_doaj: true },
    bibjson: {
      ...sent,
      start_page,
      end_page,
      journal: { ...block, title: 'Journal j1', publisher: 'Press', issns: ['1234-5679', '2345-6787'] },
      subject: [{ scheme: 'LCC', term: 'Agriculture', code: 'S' }],
    },
  } as never;
}

/** The id that the directory gave an article of the test journal. */
export function remoteId(number: number): string {
  return createHash('md5').update(String(number)).digest('hex');
}

/** The tests' world with these articles. */
export function worldWith(articles: readonly object[]): object {
  return { ...directoryWorld, articles };
}

/** Replaces the articles of the running directory and clears its request log. */
export async function fill(directory: TestDirectory, articles: readonly object[]): Promise<void> {
  const body = JSON.stringify(worldWith(articles));
  const answer = await fetch(`${directory.origin}/_sandbox/world`, { method: 'POST', body });
  if (answer.status !== 204) throw new Error(await answer.text());
  await directory.reset();
}

/** The numbers from 0 on. */
export function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, number) => number);
}
