import { describe, expect, test } from 'vitest';
import { isSameContent } from '../../../src/main/outbox/applications/sameContent.ts';
import type { DraftRecord } from '../../../src/shared/draft/draft.ts';
import { removeAt, setAt } from '../../../src/shared/draft/fieldPath.ts';
import { newApplication } from '../../helpers/applicationRecords.ts';

type Values = Record<string, DraftRecord[string] | undefined>;

/** A complete application with other values by path; undefined: none. */
function withValues(values: Values): DraftRecord {
  return Object.entries(values).reduce(
    (record, [path, value]) => (value === undefined ? removeAt(record, path) : setAt(record, path, value)),
    newApplication(),
  );
}

const isSame = (sent: Values, stored: Values) => isSameContent(withValues(sent), withValues(stored), 'new');

const display = 'bibjson.article.license_display';
const example = 'bibjson.article.license_display_example_url';
const there = 'https://other.example.org/there';

describe('the directory has the content that was sent', () => {
  test.each<[string, Values, Values]>([
    [
      'without the fees, if there are none',
      { 'bibjson.apc.has_apc': false },
      { 'bibjson.apc.has_apc': false, 'bibjson.apc.max': undefined },
    ],
    [
      'without languages that have no code, and fees that have no currency',
      {
        'bibjson.language': ['EN', 'tlh'],
        'bibjson.apc.max': [{ price: 100, currency: 'EUR' }, { price: 5 }],
      },
      { 'bibjson.language': ['EN'], 'bibjson.apc.max': [{ price: 100, currency: 'EUR' }] },
    ],
    [
      'without the reserved entries of lists, and without null',
      {
        'bibjson.preservation.service': ['CLOCKSS', 'national_library', null],
        'bibjson.preservation.national_library': ['KB'],
        'bibjson.deposit_policy.service': ['other', 'Our server'],
        'bibjson.keywords': ['maps', null],
      },
      {
        'bibjson.preservation.service': ['CLOCKSS'],
        'bibjson.preservation.national_library': ['KB'],
        'bibjson.deposit_policy.service': ['Our server'],
        'bibjson.keywords': ['maps'],
      },
    ],
    [
      'without the page on waivers, if there are none',
      { 'bibjson.waiver.has_waiver': false },
      { 'bibjson.waiver.has_waiver': false, 'bibjson.waiver.url': undefined },
    ],
    [
      'without the page on other charges, if there are none',
      { 'bibjson.other_charges.url': there },
      { 'bibjson.other_charges.url': undefined },
    ],
    [
      'without the page on plagiarism, if it is not looked for',
      { 'bibjson.plagiarism.detection': 'False' },
      { 'bibjson.plagiarism.detection': false, 'bibjson.plagiarism.url': undefined },
    ],
    [
      'without schemes, if there are no identifiers',
      { 'bibjson.pid_scheme.has_pid_scheme': false },
      { 'bibjson.pid_scheme.has_pid_scheme': false, 'bibjson.pid_scheme.scheme': undefined },
    ],
    [
      'whatever the answers say that follow from lists',
      { 'bibjson.pid_scheme.has_pid_scheme': undefined },
      { 'bibjson.preservation.has_preservation': undefined, 'bibjson.deposit_policy.has_policy': undefined },
    ],
    [
      'without the pages on services, if there are none',
      { 'bibjson.preservation.service': ['none'], 'bibjson.deposit_policy.service': [' '] },
      {
        'bibjson.preservation.service': undefined,
        'bibjson.preservation.url': undefined,
        'bibjson.deposit_policy.service': [],
        'bibjson.deposit_policy.url': undefined,
      },
    ],
    [
      'with free text joined',
      { 'bibjson.deposit_policy.service': ['A  small', 'archive'] },
      { 'bibjson.deposit_policy.service': ['A small archive'] },
    ],
    [
      'with keywords split, and without blank ones',
      { 'bibjson.keywords': ['Soil, , Water'] },
      { 'bibjson.keywords': ['soil', 'water'] },
    ],
    ['without keywords', { 'bibjson.keywords': undefined }, { 'bibjson.keywords': undefined }],
    [
      'with one value of the licence display, or none',
      { [display]: ['Display'], [example]: there },
      { [display]: undefined, [example]: undefined },
    ],
    [
      'with an answer for each attribute of the own licence',
      { 'bibjson.license': [{ type: "Publisher's own license", BY: true }] },
      { 'bibjson.license': [{ type: "Publisher's own license", BY: true, NC: false, ND: false, SA: false }] },
    ],
    [
      'with the attributes of a licence that it knows',
      { 'bibjson.license': [{ type: 'CC BY' }] },
      { 'bibjson.license': [{ type: 'CC BY', BY: true, NC: false, ND: false, SA: false, url: there }] },
    ],
    ['without licences', { 'bibjson.license': undefined }, { 'bibjson.license': undefined }],
  ])('%s', (_name, sent, stored) => {
    expect(isSame(sent, stored)).toBe(true);
    expect(isSame(stored, sent)).toBe(true);
  });
});

describe('the directory has other content', () => {
  test.each<[string, Values]>([
    ['the fees', { 'bibjson.apc.max': [{ currency: 'EUR', price: 1 }] }],
    ['the page on waivers', { 'bibjson.waiver.url': there }],
    ['the page on plagiarism', { 'bibjson.plagiarism.url': there }],
    ['the schemes', { 'bibjson.pid_scheme.scheme': ['ARK'] }],
    ['the way of reviewing', { 'bibjson.editorial.review_process': ['Editorial review'] }],
    ['the archives', { 'bibjson.preservation.service': ['LOCKSS'] }],
    ['the page on archives', { 'bibjson.preservation.url': there }],
    ['the page on depositing', { 'bibjson.deposit_policy.url': there }],
    ['a keyword', { 'bibjson.keywords': ['soil', 'air'] }],
    ['the example of the licence display', { [example]: there }],
    ['the licence', { 'bibjson.license': [{ type: 'CC0' }] }],
  ])('if it differs in %s', (_name, values) => {
    expect(isSame({}, values)).toBe(false);
    expect(isSame(values, {})).toBe(false);
  });

  test('if it differs in an attribute of the own licence', () => {
    const own = (attributes: object) => ({
      'bibjson.license': [{ type: "Publisher's own license", BY: true, ...attributes }],
    });
    expect(isSame(own({}), own({ NC: true }))).toBe(false);
    expect(isSame(own({ NC: true }), own({ NC: false }))).toBe(false);
  });

  test('if it differs in the licence display alone', () => {
    const values = { [example]: undefined };
    expect(isSame(values, { ...values, [display]: ['No'] })).toBe(false);
  });

  test('if the page on archives differs and only a library keeps the articles', () => {
    const library = {
      'bibjson.preservation.service': undefined,
      'bibjson.preservation.national_library': ['KB'],
    };
    expect(isSame(library, { ...library, 'bibjson.preservation.url': there })).toBe(false);
    expect(isSame(library, library)).toBe(true);
  });
});
