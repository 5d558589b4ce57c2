import { describe, expect, test } from 'vitest';
import { applicationForm } from '../../src/renderer/parts/application/applicationDefinition.ts';
import { isRelevant, placeOf } from '../../src/renderer/parts/application/applicationPlaces.ts';
import { applicationValueText } from '../../src/renderer/parts/application/applicationValueText.ts';
import {
  isSystemValue,
  otherApplicationValues,
  systemValues,
} from '../../src/renderer/parts/application/otherApplicationValues.ts';
import { compareRecords } from '../../src/renderer/parts/form/comparison/compareRecords.ts';
import { summarise } from '../../src/renderer/parts/form/page/sectionSummary.ts';
import type { PlacedFinding } from '../../src/renderer/parts/form/place.ts';
import { placeFindings } from '../../src/renderer/parts/form/placeFindings.ts';
import { keepSame } from '../../src/renderer/parts/form/useValidation.ts';
import { blankApplication } from '../../src/shared/application/application.ts';
import {
  applicationFields,
  applicationSections,
  contactFields,
  formFields,
} from '../../src/shared/application/applicationFields.ts';
import { checkApplication } from '../../src/shared/application/applicationRules.ts';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { setAt } from '../../src/shared/draft/fieldPath.ts';
import { takeParts } from '../../src/shared/draft/takeParts.ts';
import { codeTyped } from '../../src/shared/i18n/vocabularyNames.ts';
import { literal } from '../../src/shared/message.ts';

const blank = blankApplication('4.0');

function isShown(path: string, record: DraftRecord, dialect: '3.0.1' | '4.0' = '4.0'): boolean {
  return isRelevant(applicationFields.find((fact) => fact.path === path)!, record, dialect);
}

describe('the application form', () => {
  test('has one field for everything that the user fills in', () => {
    const paths = applicationFields.map((fact) => fact.path);
    expect([...paths].sort()).toEqual([...formFields, ...contactFields].sort());
  });

  test('has its fields in the order of its sections', () => {
    const order = applicationFields.map((fact) => applicationSections.indexOf(fact.section));
    expect(order).toEqual([...order].sort((a, b) => a - b));
  });

  test.each([
    ['bibjson.oa_start', 'openAccess', 'bibjson.oa_start'],
    ['bibjson.keywords[2]', 'about', 'bibjson.keywords'],
    ['bibjson.license[0].type', 'licences', 'bibjson.license'],
    ['bibjson.apc.max[1].price', 'fees', 'bibjson.apc.max[1].price'],
    ['bibjson.apc.max[1]', 'fees', 'bibjson.apc.max[1].currency'],
    ['bibjson.apc', 'fees', 'bibjson.apc.has_apc'],
    ['bibjson.publisher', 'publisher', 'bibjson.publisher.name'],
    ['admin.contact.email', 'contact', 'admin.contact.email'],
    ['bibjson.labels', 'other', 'bibjson.labels'],
    ['bibjson.apc_url', 'other', 'bibjson.apc_url'],
    ['', 'other', ''],
    ['bibjson', 'other', 'bibjson'],
  ])('shows findings about %j in the section %s', (path, section, field) => {
    expect(placeOf(path)).toEqual({ section, field });
  });

  test('has a place for every finding about an empty application', () => {
    const findings = checkApplication(blank, { dialect: '4.0', now: new Date('2026-11-21'), journals: null });
    const placed = placeFindings(findings, blank, applicationForm);
    expect(placed.length).toBeGreaterThan(10);
    expect(placed.filter(({ section }) => section === 'other')).toEqual([]);
    // From the beginning of the form to its end, as the summary lists them.
    const errors = placed.filter(({ severity }) => severity === 'error');
    const places = errors.map(({ field }) => applicationFields.findIndex((fact) => fact.path === field));
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  test.each([
    ['bibjson.plagiarism.url', 'bibjson.plagiarism.detection'],
    ['bibjson.apc.max', 'bibjson.apc.has_apc'],
    ['bibjson.waiver.url', 'bibjson.waiver.has_waiver'],
    ['bibjson.other_charges.url', 'bibjson.other_charges.has_other_charges'],
    ['bibjson.preservation.service', 'bibjson.preservation.has_preservation'],
    ['bibjson.preservation.national_library', 'bibjson.preservation.has_preservation'],
    ['bibjson.deposit_policy.service', 'bibjson.deposit_policy.has_policy'],
    ['bibjson.pid_scheme.scheme', 'bibjson.pid_scheme.has_pid_scheme'],
  ])('shows %s once %s is answered with yes', (path, question) => {
    expect(isShown(path, blank)).toBe(false);
    expect(isShown(path, setAt(blank, question, true))).toBe(true);
    expect(isShown(path, setAt(blank, question, false))).toBe(false);
  });

  test('shows a value whatever the question above it says', () => {
    const record = setAt(
      setAt(blank, 'bibjson.waiver.has_waiver', false),
      'bibjson.waiver.url',
      'https://x.org',
    );
    expect(isShown('bibjson.waiver.url', record)).toBe(true);
  });

  test('requires a policy address once there is a service or a library', () => {
    expect(isShown('bibjson.preservation.url', blank)).toBe(false);
    const withLibrary = setAt(blank, 'bibjson.preservation.national_library', ['KB']);
    expect(isShown('bibjson.preservation.url', withLibrary)).toBe(true);
  });

  test('requires a contact only in new applications of dialects that want one', () => {
    const update = setAt(blank, 'admin.current_journal', 'j1');
    expect(isShown('admin.contact.name', blank, '3.0.1')).toBe(true);
    expect(isShown('admin.contact.name', blank, '4.0')).toBe(false);
    expect(isShown('admin.contact.name', update, '3.0.1')).toBe(false);
    // A value that was imported is shown with the note that it is ignored.
    expect(isShown('admin.contact.name', setAt(update, 'admin.contact.name', 'Ines'), '3.0.1')).toBe(true);
  });

  test('lists values without a field under other values, and no others', () => {
    const record: DraftRecord = {
      id: 'x',
      admin: { current_journal: 'j1', owner: 'me' },
      bibjson: {
        title: 'A',
        subject: [{ term: 'Maps' }],
        apc: { has_apc: true, house: 1 },
        preservation: 'odd',
        labels: [],
      },
    };
    const others = otherApplicationValues(record);
    expect(others).toEqual([
      { path: 'id', value: 'x' },
      { path: 'admin.owner', value: 'me' },
      { path: 'bibjson.subject', value: [{ term: 'Maps' }] },
      { path: 'bibjson.apc.house', value: 1 },
      { path: 'bibjson.preservation', value: 'odd' },
    ]);
    expect(others.map(({ path }) => path).filter(isSystemValue)).toEqual(['bibjson.subject']);
    expect(systemValues(record).map(({ path }) => path)).toEqual(['bibjson.subject']);
  });
});

describe('a section', () => {
  const finding = (severity: PlacedFinding['severity'], field: string, section = 'fees'): PlacedFinding => ({
    severity,
    path: field,
    code: 'c',
    message: literal(''),
    help: null,
    field,
    section,
  });

  test('has the severity of its gravest finding and all counts', () => {
    const [error, warning, hidden] = [finding('error', 'a'), finding('warning', 'b'), finding('error', 'c')];
    const ignored = finding('ignored', 'd');
    const elsewhere = finding('error', 'e', 'about');
    const all = [error, warning, hidden, ignored, elsewhere];
    const parts = { ignoredFields: new Set<string>() };
    expect(summarise('fees', { ...parts, all, shown: [error, warning, ignored, elsewhere] })).toEqual({
      kind: 'error',
      errors: 1,
      warnings: 1,
      ignored: 1,
      open: 1,
    });
    expect(summarise('fees', { ...parts, all, shown: [warning] }).kind).toBe('warning');
    expect(summarise('fees', { ...parts, all, shown: [] }).kind).toBe('ignored');
    expect(summarise('fees', { ...parts, all: [hidden], shown: [] }).kind).toBe('open');
    expect(summarise('licences', { ...parts, all, shown: all }).kind).toBe('good');
  });
});

describe('values as text', () => {
  test.each([
    ['bibjson.boai', true, 'Yes'],
    ['bibjson.boai', false, 'No'],
    ['bibjson.oa_start', 2012, '2012'],
    ['bibjson.publisher.country', 'NL', 'Netherlands'],
    ['bibjson.language', ['EN', 'NL'], 'English\nDutch'],
    ['bibjson.article.license_display', ['Embed'], 'Yes'],
    ['bibjson.article.license_display', ['No'], 'No'],
    ['bibjson.article.license_display', ['Embed', 'Display'], 'Yes\nDisplay'],
    ['bibjson.apc.max', [{ currency: 'EUR', price: 650 }], 'EUR 650'],
    ['bibjson.license', [{ type: 'CC BY', BY: true }], 'CC BY'],
    [
      'bibjson.license',
      [{ type: "Publisher's own license", BY: true, NC: true }],
      'Publisher’s own licence (BY, NC)',
    ],
    ['bibjson.keywords', [], undefined],
    ['bibjson.title', null, undefined],
    ['bibjson.preservation.service', ['PMC', 'Our server'], 'PubMed Central (PMC)\nOur server'],
  ])('%s %j is %j', (path, value, words) => {
    expect(applicationValueText(path, value)).toBe(words);
  });

  test.each([
    ['country', 'NL', 'NL'],
    ['country', ' netherlands ', 'NL'],
    ['language', 'German', 'DE'],
    ['language', 'deu', 'DE'],
    ['currency', 'euro', 'EUR'],
    ['currency', 'Groats', 'Groats'],
  ] as const)('reads %s input %j as %j', (list, text, code) => {
    expect(codeTyped(list, text)).toBe(code);
  });
});

describe('two versions of an application', () => {
  test('are compared field by field as text, and a field can be taken from the other', () => {
    const mine = setAt(setAt(blank, 'bibjson.publisher.country', 'NL'), 'bibjson.apc.has_apc', true);
    const theirs = setAt(blank, 'bibjson.apc.has_apc', false);
    const differences = compareRecords(mine, theirs, applicationForm.diffOrder).filter((one) => !one.isSame);
    expect(differences).toEqual([
      { path: 'bibjson.publisher.country', left: 'Netherlands', right: undefined, isSame: false },
      { path: 'bibjson.apc.has_apc', left: 'Yes', right: 'No', isSame: false },
    ]);
    expect(takeParts(mine, theirs, ['bibjson.apc.has_apc'])).toMatchObject({
      bibjson: { publisher: { country: 'NL' }, apc: { has_apc: false } },
    });
  });
});

test('facts of a field stay the same object while they are equal', () => {
  const before = new Map([
    ['a', { x: 1 }],
    ['b', { x: 2 }],
  ]);
  const after = keepSame(
    before,
    new Map([
      ['a', { x: 1 }],
      ['b', { x: 3 }],
    ]),
  );
  expect(after.get('a')).toBe(before.get('a'));
  expect(after.get('b')).toEqual({ x: 3 });
});
