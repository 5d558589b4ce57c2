import { expect, test } from 'vitest';
import { readOaiPage } from '../../src/main/sources/harvest/oaiPage.ts';

test('a response whose elements are nested endlessly counts as broken, and is not read to its end', async () => {
  const page = await readOaiPage(`<OAI-PMH>${'<a>'.repeat(3_000_000)}`);
  expect(page).toMatchObject({ isOai: true, isWhole: false });
}, 20_000);
