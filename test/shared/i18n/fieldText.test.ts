import { describe, expect, it } from 'vitest';
import { formFields } from '../../../src/shared/application/applicationFields.ts';
import { fieldText } from '../../../src/shared/i18n/fieldText.ts';

describe('fieldText', () => {
  const record = { bibjson: { identifier: [{ type: 'DOI' }, { type: 'pissn' }, { type: 'x' }] } };

  it.each([
    ['', 'Record'],
    ['bibjson.title', 'Title'],
    ['bibjson.journal.start_page', 'Start page'],
    ['bibjson.author', 'Authors'],
    ['bibjson.author[1]', 'Author 2'],
    ['bibjson.author[1].orcid_id', 'Author 2, ORCID'],
    ['bibjson.link[0].content_type', 'Full-text link 1, Content type'],
    ['bibjson.keywords[2]', 'Keyword 3'],
    ['bibjson.identifier[0].id', 'DOI'],
    ['bibjson.identifier[1].type', 'Print ISSN'],
    ['bibjson.identifier[2].id', 'Identifier 3'],
    ['bibjson.oa_start', 'Since when has the journal published all content under an open licence?'],
    ['bibjson.apc.max[0].price', 'Fee 1, Amount'],
    ['bibjson.preservation.service[1]', 'Preservation service 2'],
    ['bibjson.wibble', 'bibjson.wibble'],
    ['bibjson.author[0].ror', 'Author 1, ror'],
    ['constructor', 'constructor'],
  ])('%j is %j', (path, label) => {
    expect(fieldText(path, record)).toBe(label);
  });
});

it('names every field of the application form', () => {
  expect(formFields.filter((path) => fieldText(path) === path)).toEqual([]);
});
