import { createHash } from 'node:crypto';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { article, world as directoryWorld, type TestDirectory } from './testDirectory.ts';

/** An article of the test journal as the directory stores it: pages beside the journal's block, an id in no order of its number. */
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

/** The world of the tests with these articles in it. */
export function worldWith(articles: readonly object[]): object {
  return { ...directoryWorld, articles };
}

/** Gives the running directory these articles, and forgets what it was asked before. */
export async function fill(directory: TestDirectory, articles: readonly object[]): Promise<void> {
  const body = JSON.stringify(worldWith(articles));
  const answer = await fetch(`${directory.origin}/_sandbox/world`, { method: 'POST', body });
  if (answer.status !== 204) throw new Error(await answer.text());
  await directory.reset();
}

/** Numbers from 0 on. */
export function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, number) => number);
}
