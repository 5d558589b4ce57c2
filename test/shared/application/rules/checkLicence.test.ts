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
  ])('%j: %j', (license, findings) => {
    expect(findingsWith({ license })).toEqual(findings);
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
  ])('%j with the example %j: %j', (display, address, findings) => {
    expect(findingsWith({ 'article.license_display': display, [example]: address })).toEqual(findings);
  });
});
