import { describe, expect, it } from 'vitest';
import { acceptedFields } from '../../../src/shared/application/acceptedFields.ts';
import {
  applicationFromJournal,
  applicationFromStored,
  applicationHash,
  applicationSummary,
  applicationToWire,
  asSent,
  blankApplication,
  isUpdateRequest,
  toFlat,
} from '../../../src/shared/application/application.ts';
import { checkApplication } from '../../../src/shared/application/applicationRules.ts';
import { getAt } from '../../../src/shared/draft/fieldPath.ts';
import {
  check,
  fullApplication,
  fullUpdate,
  isRefused,
  now,
  readJson,
  withValues,
  world,
} from './rules/sample.ts';

const journal = world.journals.find((one: { id: string }) => one.id === 'ur-full');
const listed = {
  ...journal,
  bibjson: {
    ...(withValues({ bibjson: journal.bibjson }, { 'bibjson.pissn': undefined, 'bibjson.eissn': undefined })
      .bibjson as object),
    identifier: [
      { type: 'EISSN', id: journal.bibjson.eissn },
      { type: 'pissn', id: journal.bibjson.pissn },
    ],
  },
};

describe('an application', () => {
  it('begins with every required member, so that only answers are missing', () => {
    for (const dialect of ['3.0.1', '4.0'] as const) {
      const findings = checkApplication(blankApplication(dialect), { dialect, now, journals: null });
      expect(isRefused(findings)).toBe(true);
      expect(findings.map(({ code }) => code)).not.toContain('member-missing');
      expect(findings.some(({ path }) => path === 'admin.contact.email')).toBe(dialect === '3.0.1');
    }
    expect(blankApplication('4.0').admin).toEqual({});
    expect(blankApplication('3.0.1').admin).toEqual({ contact: { name: '', email: '' } });
  });

  it.each(acceptedFields().filter(({ isRequired }) => isRequired))(
    'begins with an empty $path',
    ({ path, kind, coerce }) => {
      // A number or a yes or no has no empty value, so those are missing until they are answered.
      const isAnswer = coerce === 'integer' || coerce === 'bool';
      const emptyField = isAnswer ? undefined : '';
      const empty = { field: emptyField, list: [], object: expect.any(Object) }[kind];
      expect(getAt(blankApplication('4.0'), path)).toEqual(empty);
    },
  );

  it.each([
    ['flat', journal],
    ['listed', listed],
  ])('made from a journal with %s ISSNs describes it correctly and can be sent', (_shape, record) => {
    const made = applicationFromJournal(record);
    expect(made.admin).toEqual({ current_journal: 'ur-full' });
    expect(made.bibjson).toEqual(journal.bibjson);
    expect(check(applicationToWire(made, '4.0'))).toEqual([]);
  });

  it('made from any sample journal lacks no required member and has none that is refused', () => {
    const sparse = {
      id: 'j',
      bibjson: { title: 'T', has_apc: true, link: [], apc: { max: [{ price: 1, note: 'x' }] } },
    };
    for (const record of [...world.journals, readJson('directory/response-journal.json'), sparse]) {
      const made = applicationToWire(applicationFromJournal(record), '4.0');
      const codes = check(made, { journals: null, journal: undefined }).map(({ code }) => code);
      expect(codes).not.toContain('not-permitted');
      expect(getAt(made, 'bibjson.pissn')).toBeTypeOf('string');
      expect(getAt(made, 'bibjson.has_apc')).toBeUndefined();
    }
  });

  it('made from a sparse journal leaves out what the journal does not have', () => {
    const bibjson = { title: 'T', alternative_title: null, institution: { name: 'Uni' }, keywords: [] };
    expect(applicationFromJournal({ id: 'j', bibjson })).toStrictEqual({
      admin: { current_journal: 'j' },
      bibjson: { ...(blankApplication('4.0').bibjson as object), title: 'T', institution: { name: 'Uni' } },
    });
  });

  it.each([{}, { id: 7 }])(
    'made from a journal without a readable id, %j, is still an Update Request',
    (record) => {
      const made = applicationFromJournal(record);
      expect(made.admin).toEqual({ current_journal: '' });
      expect(isUpdateRequest(made)).toBe(true);
    },
  );

  it.each([
    ['a member of an object', 'publisher', { name: 'P', note: 'x' }, { name: 'P' }],
    ['a member of an entry', 'license', [{ type: 'CC BY', note: 'x' }], [{ type: 'CC BY' }]],
    ['a member of another list', 'license', [{ type: 'CC BY', price: 1 }], [{ type: 'CC BY' }]],
    ['a null in an entry', 'license', [{ type: 'CC BY', url: null }], [{ type: 'CC BY' }]],
  ])('made from a journal loses %s that would be refused', (_what, name, value, kept) => {
    const made = applicationFromJournal({ id: 'j', bibjson: { [name]: value } });
    expect((made.bibjson as Record<string, unknown>)[name]).toStrictEqual(kept);
  });

  it.each([
    ['license', 'CC BY'],
    ['license', ['CC BY', null]],
    ['language', [{ code: 'EN' }]],
  ])('made from a journal keeps a malformed %s for the rules to report', (name, value) => {
    const made = applicationFromJournal({ id: 'j', bibjson: { [name]: value } });
    expect(getAt(made, `bibjson.${name}`)).toStrictEqual(value);
    expect(check(made).some(({ path }) => path.startsWith(`bibjson.${name}`))).toBe(true);
  });

  it('from the directory becomes a draft without what the directory sets', () => {
    const stored = readJson('directory/response-application.json');
    const draft = applicationFromStored(stored);
    expect(Object.keys(draft)).toEqual(['admin', 'bibjson']);
    expect(draft.admin).toEqual({ current_journal: stored.admin.current_journal });
    expect(getAt(draft, 'bibjson.title')).toBe(stored.bibjson.title);
  });

  it.each([
    [{ current_journal: null, owner: 'ada' }, {}],
    [{ contact: null }, {}],
    [{ contact: 'Ada' }, {}],
    [{ contact: { name: 'Ada', email: 'ada@example.org' } }, undefined],
  ])('from the directory, with %j, keeps the contact and the journal if it has them', (admin, kept) => {
    expect(applicationFromStored({ admin, bibjson: {} }).admin).toStrictEqual(kept ?? admin);
  });

  it.each([
    [[{ type: 'pissn', id: '2222-2228' }], '2222-2228'],
    [
      [
        { type: 'pissn', id: '2222-2228' },
        { type: 'PISSN', id: '3333-3337' },
      ],
      '3333-3337',
    ],
    [[{ type: 'pissn', id: '' }], '1111-1119'],
    [[{ type: 'pissn', id: null }], '1111-1119'],
    [[{ type: 'pissn' }], '1111-1119'],
    [[{ type: 'eissn', id: '2222-2228' }, { id: '2222-2228' }, { type: 7 }, null], '1111-1119'],
  ])('with the listed ISSNs %j and a flat one has the last listed one, if any', (identifier, pissn) => {
    const { bibjson } = toFlat({ bibjson: { pissn: '1111-1119', identifier } });
    expect(bibjson).toMatchObject({ pissn });
    expect(bibjson).not.toHaveProperty('identifier');
  });

  it.each([null, 'text', [[]]])('is empty if the record is %j, not an object', (record) => {
    expect(toFlat(record)).toEqual({});
  });

  it.each(['', null, undefined])('lists no ISSN in 3.0.1 for a slot with %j', (eissn) => {
    const draft = withValues(fullApplication, { 'bibjson.eissn': eissn });
    expect(getAt(applicationToWire(draft, '3.0.1'), 'bibjson.identifier')).toEqual([
      { type: 'pissn', id: '8880-0121' },
    ]);
  });

  it('is sent with flat ISSNs and no contact in 4.0, with a list and the contact in 3.0.1', () => {
    const contact = { name: 'Ada', email: 'ada@example.org' };
    const draft = withValues(fullApplication, {
      'admin.contact': contact,
      id: 'x',
      'bibjson.labels': ['s2o'],
    });
    const deployed = applicationToWire(draft, '4.0');
    expect(deployed).toEqual(fullApplication);
    const specified = applicationToWire(draft, '3.0.1');
    expect(specified.admin).toEqual({ contact });
    expect(getAt(specified, 'bibjson.identifier')).toEqual([
      { type: 'pissn', id: '8880-0121' },
      { type: 'eissn', id: '6660-0138' },
    ]);
    expect(getAt(specified, 'bibjson.pissn')).toBeUndefined();
    expect(toFlat(specified).bibjson).toEqual(fullApplication.bibjson);
    for (const dialect of ['3.0.1', '4.0'] as const)
      expect(check(applicationToWire(draft, dialect), { dialect })).toEqual([]);
  });

  it('is not blamed as a draft for unsent members, but is as a payload', () => {
    const draft = withValues(fullApplication, {
      'admin.contact': { name: 'Ada', email: 'ada@example.org' },
      'bibjson.eissn': undefined,
      'bibjson.plagiarism': { detection: false },
    });
    expect(check(draft, { isPayload: false })).toEqual([]);
    expect(
      check(draft)
        .filter(({ severity }) => severity === 'error')
        .map(({ path }) => path),
    ).toEqual(['admin.contact', 'bibjson.eissn', 'bibjson.plagiarism.url']);
  });

  it('sends nothing that breaks the directory if the draft passes', () => {
    const holes = {
      admin: undefined,
      'bibjson.plagiarism': { detection: false, url: null },
      'bibjson.institution': null,
      'bibjson.alternative_title': null,
    };
    const draft = withValues(fullApplication, holes);
    expect(isRefused(check(draft, { isPayload: false }))).toBe(false);
    expect(isRefused(check(applicationToWire(draft, '4.0')))).toBe(false);
  });

  it('is sent without nulls, except in lists, where the rules report them', () => {
    const charges = [{ currency: 'EUR', price: null }];
    const sent = asSent(
      {
        admin: null,
        bibjson: {
          alternative_title: null,
          institution: { name: null, country: 'GB' },
          plagiarism: { url: null },
          apc: { max: charges },
        },
      },
      '4.0',
    );
    expect(sent).toStrictEqual({
      admin: {},
      bibjson: {
        ...(blankApplication('4.0').bibjson as object),
        institution: { country: 'GB' },
        apc: { max: charges },
      },
    });
  });

  it('is sent with a text in place of an object, for the rules to report', () => {
    const draft = withValues(fullApplication, { 'bibjson.publisher': 'ACME' });
    expect(getAt(asSent(draft, '4.0'), 'bibjson.publisher')).toBe('ACME');
  });

  it('has a title, two ISSNs and perhaps a journal', () => {
    expect(applicationSummary(fullUpdate)).toEqual({
      title: journal.bibjson.title,
      pissn: journal.bibjson.pissn,
      eissn: journal.bibjson.eissn,
      journalId: 'ur-full',
    });
    expect(applicationSummary({ bibjson: 5 } as never)).toMatchObject({ title: '', journalId: null });
    expect(applicationSummary({ admin: { current_journal: '' }, bibjson: { title: 1984 } })).toEqual({
      title: '1984',
      pissn: '',
      eissn: '',
      journalId: null,
    });
    expect([{ admin: {} }, { admin: { current_journal: null } }].some(isUpdateRequest)).toBe(false);
    expect(isUpdateRequest({ admin: { current_journal: '' } })).toBe(true);
  });

  it('has one hash for any order of its members', () => {
    const turned = { bibjson: fullApplication.bibjson!, admin: fullApplication.admin! };
    expect(applicationHash(turned)).toBe(applicationHash(fullApplication));
    expect(applicationHash(fullUpdate)).not.toBe(applicationHash(fullApplication));
  });
});
