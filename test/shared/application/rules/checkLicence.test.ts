import { describe, expect, it } from 'vitest';
import { licenceFacts } from '../../../../src/shared/directory/serviceTables.ts';
import { ownLicence } from '../../../../src/shared/directory/vocabulary.ts';
import { findingsWith, fullApplication } from './sample.ts';

const { url } = licenceFacts('CC BY')!;
const terms = (fullApplication.bibjson as { ref: { license_terms: string } }).ref.license_terms;

describe('the licences', () => {
  it.each([
    ['CC BY', ['not-a-list license']],
    [null, ['licence-missing license']],
    [['CC BY'], ['not-an-object license[0]']],
    [[{ type: null }], ['licence-unknown license[0].type']],
    [[{ type: 'CC BY', BY: true, NC: false, url }], []],
    [[{ type: 'CC BY', BY: false }], ['licence-recomputed license[0].BY']],
    [[{ type: 'CC BY', BY: 'yes', NC: null }], ['boolean-unreadable license[0].BY']],
    [[{ type: 'CC BY', url: terms }], ['licence-recomputed license[0].url']],
    [[{ type: 'CC BY', url: '' }], []],
    [[{ type: 'CC BY', url: null }], []],
    [[{ type: ownLicence, BY: false, url: terms }], []],
    [[{ type: ownLicence, url }], ['licence-recomputed license[0].url']],
    // A bug of the directory: a licence of one's own gets the address of the one before it.
    [[{ type: 'CC BY' }, { type: ownLicence, url }], []],
    [[{ type: 'CC BY' }, { type: ownLicence, url: terms }], ['licence-recomputed license[1].url']],
    [{}, ['not-a-list license']],
    [[{ type: 'cc-by' }], ['licence-unknown license[0].type']],
  ])('%j: %j', (license, findings) => {
    expect(findingsWith({ license })).toEqual(findings);
  });
});

describe('a licence of one’s own', () => {
  it.each([
    [` ${terms} `, terms, []],
    [undefined, terms, ['licence-recomputed license[0].url']],
    [5, terms, ['licence-recomputed license[0].url']],
  ])('has the address of the terms %j: %j', (license_terms, given, expected) => {
    const found = findingsWith({
      'ref.license_terms': license_terms,
      license: [{ type: ownLicence, url: given }],
    });
    for (const one of expected) expect(found).toContain(one);
    if (expected.length === 0) expect(found).not.toContain('licence-recomputed license[0].url');
  });
});

describe('the display of the licence', () => {
  const example = 'article.license_display_example_url';

  it.each([
    ['Embed', 'https://sea.example', ['not-a-list article.license_display']],
    [[], 'x', ['display-missing article.license_display']],
    [[], 5, ['display-missing article.license_display', `address-not-text ${example}`]],
    [['Embed'], '', [`address-missing ${example}`]],
    [['No'], 'x', [`ignored-by-answer ${example}`]],
    [['No'], undefined, []],
    [['embed'], 'https://sea.example', ['value-not-allowed article.license_display[0]']],
    [['embed'], 5, ['value-not-allowed article.license_display[0]', `address-not-text ${example}`]],
    [['No', 'yes'], 'https://sea.example', ['value-not-allowed article.license_display[1]']],
  ])('%j with the example %j: %j', (display, address, findings) => {
    expect(findingsWith({ 'article.license_display': display, [example]: address })).toEqual(findings);
  });
});
