import { afterEach, expect, test } from 'vitest';
import { articleDiffOrder } from '../../../../src/renderer/parts/article/articleDiffOrder.ts';
import { compareRecords } from '../../../../src/renderer/parts/form/comparison/compareRecords.ts';
import type { DraftRecord } from '../../../../src/shared/draft/draft.ts';
import { hasLabel } from '../../../../src/shared/draft/fieldLabel.ts';
import { speak } from '../../../../src/shared/i18n/i18n.ts';

afterEach(() => speak('en'));

const article = (doi: string, page: string): DraftRecord => ({
  admin: { publisher_record_id: `record ${page}` },
  bibjson: {
    identifier: [
      { type: 'pissn', id: '1234-5679' },
      { type: 'DOI', id: doi },
      { type: 'handle', id: '20.1/x' },
    ],
    link: [{ type: 'fulltext', url: `https://example.org/${page}`, content_type: 'PDF' }],
    journal: { start_page: page },
  },
});

const compared = () => compareRecords(article('10.5555/a', '1'), article('10.5555/b', '2'), articleDiffOrder);

test('two versions of an article are compared under the labels of the form', () => {
  const differences = compared();
  expect(differences.filter(({ path }) => !hasLabel(path))).toEqual([]);
  const textOf = (path: string) => differences.find((one) => one.path === path)?.left;
  expect(textOf('bibjson.identifier')).toBe('Print ISSN: 1234-5679\nDOI: 10.5555/a\nhandle · 20.1/x');
  expect(textOf('bibjson.link')).toBe('https://example.org/1 · PDF');
  expect(textOf('admin.publisher_record_id')).toBe('record 1');
});

test('identifiers are labelled in the language of the user', async () => {
  await speak('fr');
  const [identifiers] = compared().filter(({ path }) => path === 'bibjson.identifier');
  expect(identifiers?.right).toMatch(/^ISSN [^ ]+\u202f: 1234-5679\nDOI\u202f: 10.5555\/b/);
});
