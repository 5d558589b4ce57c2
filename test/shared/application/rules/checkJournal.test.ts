import { describe, expect, it } from 'vitest';
import type { ApplicationContext } from '../../../../src/shared/application/rules/applicationContext.ts';
import { getAt } from '../../../../src/shared/draft/fieldPath.ts';
import type { JournalCard } from '../../../../src/shared/journal/journal.ts';
import { check, findingsWith, fullApplication, fullUpdate, withValues, world } from './sample.ts';

const journal = world.journals.find((one: { id: string }) => one.id === 'ur-full');
const card = (more: Partial<JournalCard & { owner: string | null }> = {}) => ({
  id: 'ur-full',
  title: 'Deep Sea',
  pissn: null,
  eissn: null,
  inDirectory: true,
  mine: true,
  ...more,
});
const own = card({ id: 'own' });

function findings(values: Record<string, unknown>, more: Partial<ApplicationContext> = {}) {
  return check(withValues(fullUpdate, values), more);
}
const codes = (...given: Parameters<typeof findings>) =>
  findings(...given).map(({ code, path }) => `${code} ${path}`);
/** The finding about the named journal, with its parameters. */
const named = (more: Partial<ApplicationContext>, id: unknown = 'ur-full') => {
  const found = findings({ 'admin.current_journal': id }, more).filter(
    ({ path }) => path === 'admin.current_journal',
  );
  return found.map(({ code, message }) => [code, message.params]);
};
const withFlag = (flags: Record<string, boolean>) => ({ ...journal, admin: { ...journal.admin, ...flags } });

describe('the journal of an Update Request', () => {
  it.each([
    ['in_doaj', { journals: null, journal: withFlag({ in_doaj: false }) }, 'ur-full'],
    ['in_directory', { journals: null, journal: { ...journal, admin: { in_directory: false } } }, 'ur-full'],
    [
      'the list',
      { journals: [card({ inDirectory: false })], journal: withFlag({ in_doaj: true }) },
      'Deep Sea',
    ],
    ['the list, without a title', { journals: [card({ inDirectory: false, title: '' })] }, 'ur-full'],
  ])('was withdrawn (%s)', (_, more, title) => {
    expect(named(more)).toEqual([['journal-was-withdrawn', expect.objectContaining({ journal: title })]]);
  });

  it('is in the directory if nothing says otherwise', () => {
    expect(named({ journals: null, journal: withFlag({ in_doaj: true }) })).toEqual([]);
    expect(named({ journals: null, journal: { ...journal, admin: {} } })).toEqual([]);
  });

  it.each([
    [[card({ mine: false, owner: 'other' })], 'journal-not-yours'],
    [[card({ mine: false }), own], 'journal-perhaps-not-yours'],
    [[card({ mine: false }), card({ id: 'third', mine: false })], null],
    [[card(), own], null],
    [[own], null],
  ])('may belong to another account: %j', (journals, code) => {
    expect(named({ journals }).map(([found]) => found)).toEqual(code === null ? [] : [code]);
  });

  it('has no open request that cannot be changed', () => {
    expect(named({ request: { status: 'pending', mine: true } })).toEqual([]);
    expect(named({ request: { status: 'accepted', mine: true } }).map(([code]) => code)).toEqual([
      'request-not-editable',
    ]);
  });
});

describe('the values that follow from the journal', () => {
  it('are reported at the ISSN that is sent', () => {
    expect(codes({ 'bibjson.eissn': '1234-5679' })).toEqual(['ignored-journal-value bibjson.eissn']);
    expect(codes({ 'bibjson.pissn': '1234-5679' })).toEqual(['ignored-journal-value bibjson.pissn']);
  });

  it('can be set to those of the journal', () => {
    const [found] = findings({ 'bibjson.title': 'Another' });
    expect(found).toMatchObject({
      message: { params: { proposed: 'Another', kept: getAt(journal, 'bibjson.title') } },
      fix: { changes: [{ path: 'bibjson.title', value: getAt(journal, 'bibjson.title') }] },
    });
  });

  it('are set together where one alone would give the journal the same ISSN twice', () => {
    const [pissn, eissn] = ['bibjson.pissn', 'bibjson.eissn'].map((path) => getAt(journal, path)) as string[];
    const both = [
      { path: 'bibjson.pissn', value: pissn },
      { path: 'bibjson.eissn', value: eissn },
    ];
    const swapped = findings({ 'bibjson.pissn': eissn, 'bibjson.eissn': pissn });
    expect(swapped.map(({ fix }) => fix?.changes)).toEqual([both, both.toReversed()]);
  });

  it('are removed, or emptied, where the journal has none', () => {
    const without = withValues(journal, { 'bibjson.alternative_title': undefined, 'bibjson.pissn': '' });
    const found = findings(
      { 'bibjson.alternative_title': 'Autre', 'bibjson.pissn': '1234-5679' },
      { journal: without },
    );
    expect(found.map(({ message, fix }) => [message.params?.kept, fix?.changes])).toEqual([
      ['–', [{ path: 'bibjson.alternative_title' }]],
      ['–', [{ path: 'bibjson.pissn', value: '' }]],
    ]);
  });

  it('cannot be compared while the journal is unknown, and only filled ones matter', () => {
    const unknown = { journal: undefined, journals: null };
    const found = codes({ 'bibjson.alternative_title': '', 'bibjson.labels': [] }, unknown);
    expect(found).toContain('ignored-journal-unknown bibjson.title');
    expect(found).not.toContain('ignored-journal-unknown bibjson.alternative_title');
    expect(found).not.toContain('ignored-journal-unknown bibjson.labels');
  });

  it('have one finding if they are broken', () => {
    expect(codes({ 'bibjson.labels': 's2o' })).toEqual(['not-a-list bibjson.labels']);
  });

  it('include a contact only where a version of the directory has one', () => {
    const contact = { 'admin.contact': { name: 'Ada', email: '' } };
    expect(codes(contact, { dialect: '3.0.1' }).filter((one) => one.includes('contact'))).toEqual([
      'ignored-contact admin.contact.name',
    ]);
    expect(codes(contact).filter((one) => one.startsWith('ignored-contact'))).toEqual([]);
  });
});

describe('the values that a request would clear', () => {
  const cleared = (values: Record<string, unknown>, more: Partial<ApplicationContext> = {}) =>
    codes(values, more).filter((one) => one.startsWith('value-cleared'));
  const archived = withValues(journal, {
    'bibjson.preservation': {
      has_preservation: true,
      service: ['CINES'],
      national_library: ['Sea'],
      url: 'x',
    },
  });

  it('are the organisation and where articles are preserved', () => {
    expect(cleared({ 'bibjson.institution': undefined })).toEqual([
      'value-cleared bibjson.institution.name',
      'value-cleared bibjson.institution.country',
    ]);
    const emptied = { 'bibjson.preservation': { has_preservation: true } };
    expect(cleared(emptied, { journal: archived })).toEqual([
      'value-cleared bibjson.preservation.national_library',
    ]);
  });

  it('are not what the answer "no" says anyway', () => {
    const emptied = { 'bibjson.preservation': { has_preservation: false } };
    expect(cleared(emptied, { journal: archived })).toEqual([]);
  });

  it('are unknown if the journal is, and none if it has none', () => {
    expect(cleared({ 'bibjson.institution': undefined }, { journal: undefined, journals: null })).toEqual([]);
    const without = withValues(journal, { 'bibjson.institution': undefined });
    expect(cleared({ 'bibjson.institution': undefined }, { journal: without })).toEqual([]);
  });

  it('are not those with a finding of their own', () => {
    expect(cleared({ 'bibjson.institution': 'Sea' })).toEqual([]);
  });
});

describe('the members that the directory sets', () => {
  it('are reported if they are filled', () => {
    expect(findingsWith({ labels: [], subject: [] })).toEqual([]);
    expect(findingsWith({ labels: ['s2o'] })).toEqual(['ignored-by-directory labels']);
    expect(findingsWith({ labels: 's2o' })).toEqual(['not-a-list labels']);
    const record = withValues(fullApplication, { id: '', last_updated: '2026-01-01' });
    expect(check(record).map(({ code, path }) => `${code} ${path}`)).toEqual(
      expect.arrayContaining(['ignored-by-directory last_updated']),
    );
    expect(check(record).filter(({ path }) => path === 'id')).toEqual([]);
  });
});

describe('the contact of 3.0.1', () => {
  const contact = (given: unknown) =>
    check(
      withValues(fullApplication, {
        'admin.contact': given,
        'bibjson.identifier': [{ type: 'eissn', id: '6660-0138' }],
        'bibjson.pissn': undefined,
        'bibjson.eissn': undefined,
      }),
      { dialect: '3.0.1' },
    )
      .filter(({ path }) => path.startsWith('admin.contact'))
      .map(({ code, path }) => `${code} ${path}`);

  it.each([
    [{ name: 'Ada', email: 'ada@example.org' }, []],
    [{ name: ' ', email: 'ada@example.org' }, ['contact-missing admin.contact.name']],
    [{ name: 'Ada' }, ['contact-missing admin.contact.email']],
    [{ name: 'Ada', email: 'x ada@example.org' }, ['contact-email-form admin.contact.email']],
    [{ name: 'Ada', email: 'ada@example.org.' }, ['contact-email-form admin.contact.email']],
    [{ name: 'Ada', email: 'ada@example' }, ['contact-email-form admin.contact.email']],
  ])('%j: %j', (given, expected) => {
    expect(contact(given)).toEqual(expected);
  });

  it('has one finding if it is broken', () => {
    expect(contact('Ada')).toEqual([expect.stringMatching(/admin\.contact$/)]);
  });
});
