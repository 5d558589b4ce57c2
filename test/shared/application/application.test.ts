import { describe, expect, it } from 'vitest';
import {
  applicationFromJournal,
  applicationFromStored,
  applicationHash,
  applicationSummary,
  applicationToWire,
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
  });

  it.each([
    ['flat', journal],
    ['listed', listed],
  ])('made from a journal with %s ISSNs describes it correctly and can be sent', (_shape, record) => {
    const made = applicationFromJournal(record, '4.0');
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
      const made = applicationToWire(applicationFromJournal(record, '4.0'), '4.0');
      const codes = check(made, { journals: null, journal: undefined }).map(({ code }) => code);
      expect(codes).not.toContain('not-permitted');
      expect(getAt(made, 'bibjson.pissn')).toBeTypeOf('string');
      expect(getAt(made, 'bibjson.has_apc')).toBeUndefined();
    }
  });

  it('from the directory becomes a draft without what the directory sets', () => {
    const stored = readJson('directory/response-application.json');
    const draft = applicationFromStored(stored);
    expect(Object.keys(draft)).toEqual(['admin', 'bibjson']);
    expect(draft.admin).toEqual({ current_journal: stored.admin.current_journal });
    expect(getAt(draft, 'bibjson.title')).toBe(stored.bibjson.title);
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

  it('has a title, two ISSNs and perhaps a journal', () => {
    expect(applicationSummary(fullUpdate)).toEqual({
      title: journal.bibjson.title,
      pissn: journal.bibjson.pissn,
      eissn: journal.bibjson.eissn,
      journalId: 'ur-full',
    });
    expect(applicationSummary({ bibjson: 5 } as never)).toMatchObject({ title: '', journalId: null });
    expect([{ admin: {} }, { admin: { current_journal: null } }].some(isUpdateRequest)).toBe(false);
    expect(isUpdateRequest({ admin: { current_journal: '' } })).toBe(true);
  });

  it('has one hash for any order of its members', () => {
    const turned = { bibjson: fullApplication.bibjson!, admin: fullApplication.admin! };
    expect(applicationHash(turned)).toBe(applicationHash(fullApplication));
    expect(applicationHash(fullUpdate)).not.toBe(applicationHash(fullApplication));
  });
});
