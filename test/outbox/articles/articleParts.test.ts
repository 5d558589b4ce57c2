import { expect, test } from 'vitest';
import { createArticleParts, type UploadParts } from '../../../src/main/outbox/articles/articleParts.ts';
import { account } from '../../helpers/storeParts.ts';

test('facts about an account are as they are now', () => {
  let [current, batchBytes] = [account, 1];
  const of = (fact: string) => (id: string) => `${fact} of ${id}`;
  const given = {
    account: (id: string) => ({ ...current, id }),
    context: of('context'),
    directory: { client: of('client'), limiter: of('limiter') },
    settings: () => ({ batchBytes }),
  };
  const parts = createArticleParts(given as unknown as UploadParts, 'a');
  const facts = () => [parts.dialect(), parts.storesLater(), parts.batchBytes()];
  expect(facts()).toEqual(['4.0', true, 1]);
  [current, batchBytes] = [{ ...account, dialect: '3.0.1' }, 2];
  expect(facts()).toEqual(['3.0.1', false, 2]);
  const shared = [parts.accountId, parts.context(), parts.client(), parts.limiter()];
  expect(shared).toEqual(['a', 'context of a', 'client of a', 'limiter of a']);
});
