import { expect, test } from 'vitest';
import { readBibtex } from '../../src/main/formats/bibtex/readBibtex.ts';
import { readTextTable } from '../../src/main/formats/tables/csv/readTextTable.ts';
import { codesMeantBy } from '../../src/shared/directory/vocabularyAliases.ts';
import { recordChanges } from '../../src/shared/draft/recordChanges.ts';
import { stripEntities } from '../../src/shared/text/entities.ts';
import { plainMath } from '../../src/shared/text/plainText.ts';
import { notesOf, readOne } from './readAll.ts';

// Every object inherits members with these names, so that a look-up by a name from a file could find them.
test('a column with the name of an inherited member is ignored', async () => {
  const { record } = await readOne(readTextTable, 'title,constructor,__proto__,valueOf\nSoil,a,b,c\n');
  expect(record).toEqual({ bibjson: { title: 'Soil' } });
});

test('a BibTeX field with such a name is named as dropped, and not repeated', async () => {
  const read = await readOne(readBibtex, '@article{k, title={Soil}, constructor={a}, constructor={b}}');
  expect(read.record).toEqual({ bibjson: { title: 'Soil' } });
  expect(notesOf(read)).toEqual([expect.stringContaining('constructor')]);
  expect(structuredClone(read)).toEqual(read);
});

test('such names in texts stay as they are', () => {
  expect(plainMath('$\\constructor$')).toBeNull();
  expect(stripEntities('a &valueOf; b')).toBe('a &valueOf; b');
});

test('no language, country or currency has such a name', () => {
  for (const list of ['language', 'country', 'currency', 'licence'])
    expect(codesMeantBy(list, 'constructor')).toEqual([]);
});

test('a member with such a name is compared with none', () => {
  expect(recordChanges({}, JSON.parse('{"constructor":"a"}'))).toEqual([
    { path: 'constructor', before: '', after: 'a' },
  ]);
});
