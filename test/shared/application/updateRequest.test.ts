import { describe, expect, it } from 'vitest';
import { applicationFromJournal } from '../../../src/shared/application/application.ts';
import { droppedDisplays } from '../../../src/shared/application/licenceDisplay.ts';
import {
  adoptChanges,
  applyBulkChange,
  changesOf,
  changesToAdopt,
  editability,
  fieldsThatDiffer,
  ignoredValues,
  isFixed,
  statusOf,
  storedDifferences,
  takeBack,
} from '../../../src/shared/application/updateRequest.ts';
import { getAt } from '../../../src/shared/draft/fieldPath.ts';
import { operatorMessage } from '../../../src/shared/i18n/operatorMessage.ts';
import { fullUpdate, readLines, withValues, world } from './rules/sample.ts';

const server = { dialect: '4.0' } as const;
const journal = world.journals.find((one: { id: string }) => one.id === 'ur-full');
const proposal = (values: Record<string, unknown>) => withValues(fullUpdate, values);

describe('an Update Request', () => {
  it('has fixed fields, including the contact only if the dialect has it', () => {
    const paths = [
      'bibjson.title',
      'bibjson.pissn',
      'bibjson.labels[0]',
      'admin.contact.name',
      'bibjson.ref.journal',
    ];
    expect(paths.filter((path) => isFixed(path, '3.0.1'))).toEqual(paths.slice(0, 4));
    expect(paths.filter((path) => isFixed(path, '4.0'))).toEqual(paths.slice(0, 3));
    expect(isFixed('bibjson.titles', '4.0')).toBe(false);
  });

  it('without edits changes nothing', () => {
    for (const one of world.journals) {
      const made = applicationFromJournal(one);
      expect(changesOf(one, made, server)).toEqual([]);
      expect(ignoredValues(one, made, '3.0.1')).toEqual([]);
    }
  });

  it('has no change where neither it nor the journal has an answer', () => {
    const none = {
      'bibjson.preservation': undefined,
      'bibjson.deposit_policy': undefined,
      'bibjson.pid_scheme': undefined,
    };
    expect(changesOf(withValues(journal, none), proposal(none), server)).toEqual([]);
  });

  it('reports ignored values with the kept and the proposed one', () => {
    const made = proposal({
      'bibjson.title': 'New',
      'bibjson.eissn': '',
      'bibjson.pissn': '70707073',
      'admin.contact': { name: 'Ada' },
    });
    expect(ignoredValues(journal, made, '3.0.1')).toEqual([
      { path: 'bibjson.title', kept: journal.bibjson.title, proposed: 'New' },
      { path: 'bibjson.eissn', kept: journal.bibjson.eissn, proposed: '' },
      { path: 'admin.contact.name', kept: null, proposed: 'Ada' },
    ]);
    expect(ignoredValues(journal, proposal({ 'bibjson.title': null }), '4.0')).toEqual([]);
    expect(ignoredValues(journal, proposal({ 'bibjson.title': undefined }), '4.0')).toEqual([]);
    expect(ignoredValues(journal, made, '4.0').map(({ path }) => path)).toEqual([
      'bibjson.title',
      'bibjson.eissn',
    ]);
  });

  it.each([
    [['Embed', 'Display'], ['Embed'], ['Display']],
    [['No', 'Embed'], ['Embed'], ['No']],
    [['No', 'Display'], ['No'], ['Display']],
    [['Display'], ['No'], ['Display']],
  ])('stores one of the licence displays %j', (proposed, kept, dropped) => {
    const path = 'bibjson.article.license_display';
    const made = proposal({ [path]: proposed });
    expect(ignoredValues(journal, made, '4.0')).toEqual([{ path, kept, proposed }]);
    expect(droppedDisplays(proposed)).toEqual(dropped);
    for (const one of [['Embed'], ['No'], ['Embed', 'Embed']])
      expect(ignoredValues(journal, proposal({ [path]: one }), '3.0.1')).toEqual([]);
  });

  it('lists its changes in form order as the directory will store them', () => {
    const made = proposal({
      'bibjson.title': 'New',
      'bibjson.publisher.country': 'Sweden',
      'bibjson.institution': undefined,
      'bibjson.publication_time_weeks': '12',
      'bibjson.waiver.has_waiver': false,
      'bibjson.pid_scheme.scheme': ['Own', 'Own 2', 'DOI'],
    });
    expect(changesOf(journal, made, server)).toEqual([
      { path: 'bibjson.publisher.country', before: 'NO', after: 'SE' },
      { path: 'bibjson.institution.name', before: 'Institute of the Sea', after: null },
      { path: 'bibjson.institution.country', before: 'NO', after: null },
      { path: 'bibjson.waiver.has_waiver', before: true, after: false },
      { path: 'bibjson.waiver.url', before: journal.bibjson.waiver.url, after: null },
      { path: 'bibjson.pid_scheme.scheme', before: ['DOI'], after: ['DOI', 'Own Own 2'] },
    ]);
  });

  it('does not list entries that the directory drops', () => {
    const before = {
      'bibjson.language': ['EN'],
      'bibjson.apc.has_apc': true,
      'bibjson.apc.max': [{ price: 100, currency: 'EUR' }],
      'bibjson.preservation.service': ['CLOCKSS'],
    };
    const made = proposal({
      ...before,
      'bibjson.language': ['EN', 'tlh'],
      'bibjson.apc.max': [{ price: 100, currency: 'EUR' }, { price: 5 }],
      'bibjson.preservation.service': ['CLOCKSS', 'none'],
    });
    const paths = changesOf(withValues({ bibjson: journal.bibjson }, before), made, server).map(
      ({ path }) => path,
    );
    expect(paths.filter((path) => path in before)).toEqual([]);
  });

  it('splits keywords at their commas, and joins free texts with the empty ones between them', () => {
    const two = withValues({ bibjson: journal.bibjson }, { 'bibjson.keywords': ['soil', 'water'] });
    const changed = (values: Record<string, unknown>) =>
      changesOf(two, withValues(fullUpdate, values), server).map(({ path, after }) => [path, after]);
    expect(changed({ 'bibjson.keywords': ['Soil, water'] })).toEqual([]);
    expect(changed({ 'bibjson.keywords': ['soil,,air', 'sea'] })).toEqual([
      ['bibjson.keywords', ['soil', 'air', 'sea']],
    ]);
    expect(
      changed({ 'bibjson.keywords': ['soil', 'water'], 'bibjson.pid_scheme.scheme': ['A', '', 'B'] }),
    ).toEqual([['bibjson.pid_scheme.scheme', ['A  B']]]);
  });

  it('treats names and codes, numbers and their texts, and reordered lists as equal', () => {
    const two = withValues({ bibjson: journal.bibjson }, { 'bibjson.language': ['EN', 'NO'] });
    const made = withValues(fullUpdate, {
      'bibjson.language': ['no', 'English'],
      'bibjson.publisher.country': 'Norway',
      'bibjson.oa_start': '2005',
      'bibjson.license': [{ type: 'CC BY' }],
      'bibjson.ref.journal': ` ${journal.bibjson.ref.journal} `,
    });
    expect(changesOf(two, made, server)).toEqual([]);
  });

  it('joins no kinds of peer review that this server knows', () => {
    const review = 'bibjson.editorial.review_process';
    const both = ['Single anonymous peer review', 'Unspecified peer review'];
    const two = withValues({ bibjson: journal.bibjson }, { [review]: both });
    const made = withValues(fullUpdate, { [review]: both });
    const changed = (reviews: 'mixed' | 'by-sides') =>
      changesOf(two, made, { dialect: '4.0', profile: { reviews } }).map(({ path }) => path);
    expect(changed('by-sides')).not.toContain(review);
    expect(changed('mixed')).toContain(review);
  });

  it('predicts every change that the service stored', () => {
    for (const { payload, fields, journal_id: id } of readLines('oracle/update_requests.jsonl')) {
      // If a request is pending, the service starts from that one.
      if (JSON.stringify(world.applications).includes(`"${id}"`)) continue;
      const base = world.journals.find((one: { id: string }) => one.id === id);
      const changed = changesOf(base, payload, server).map(({ path }) => path);
      for (const [name, field] of Object.entries<{ journal: unknown; stored: unknown }>(fields)) {
        if (JSON.stringify(field.journal ?? []) !== JSON.stringify(field.stored ?? []))
          expect(changed, `${id} ${name}`).toContain(`bibjson.${name}`);
      }
    }
  });

  it('can revert a change field by field', () => {
    const made = proposal({ 'bibjson.institution': undefined, 'bibjson.plagiarism.url': 'https://a.org' });
    const first = takeBack(journal, made, 'bibjson.institution.name');
    expect(getAt(first, 'bibjson.institution')).toEqual({ name: 'Institute of the Sea' });
    const all = ['bibjson.institution.country', 'bibjson.plagiarism.url'].reduce(
      (record, path) => takeBack(journal, record, path),
      first,
    );
    expect(changesOf(journal, all, server)).toEqual([]);
    expect(
      getAt(takeBack({ bibjson: {} }, fullUpdate, 'bibjson.oa_start'), 'bibjson.oa_start'),
    ).toBeUndefined();
  });

  it('shows differences between the stored and the sent record', () => {
    const sent = proposal({ 'bibjson.title': 'New', 'bibjson.language': ['EN', 'SV'] });
    const stored = withValues(fullUpdate, { 'bibjson.language': ['SV', 'EN'], 'bibjson.apc.max': undefined });
    expect(storedDifferences(sent, stored)).toEqual([
      { path: 'bibjson.title', before: 'New', after: journal.bibjson.title },
      { path: 'bibjson.apc.max', before: journal.bibjson.apc.max, after: null },
    ]);
  });

  it('accepts bulk changes: set, clear, add once, remove', () => {
    const path = 'bibjson.preservation.service';
    const added = applyBulkChange(proposal({ 'bibjson.preservation': { has_preservation: false } }), {
      path,
      how: 'add',
      value: 'PKP PN',
    });
    expect(getAt(added, 'bibjson.preservation')).toEqual({ has_preservation: true, service: ['PKP PN'] });
    expect(applyBulkChange(added, { path, how: 'add', value: 'PKP PN' })).toBe(added);
    expect(getAt(applyBulkChange(added, { path, how: 'remove', value: 'PKP PN' }), path)).toEqual([]);
    expect(getAt(applyBulkChange(added, { path, how: 'set', value: ['PMC'] }), path)).toEqual(['PMC']);
    expect(getAt(applyBulkChange(added, { path, how: 'clear' }), path)).toBeUndefined();
    expect(applyBulkChange(added, { path, how: 'remove', value: 'PMC' })).toBe(added);
    const keyword = { path: 'bibjson.keywords', how: 'add' as const, value: 'eels' };
    expect(applyBulkChange(proposal({ 'bibjson.keywords': ['fish'] }), keyword)).toEqual(
      proposal({ 'bibjson.keywords': ['fish', 'eels'] }),
    );
    const currency = { path: 'bibjson.apc.max', how: 'add' as const, value: { currency: 'SEK', price: 10 } };
    expect(getAt(applyBulkChange(fullUpdate, currency), 'bibjson.apc.max')).toHaveLength(2);
  });

  it('knows a licence by its type, whatever else its entry says', () => {
    const type = "Publisher's own license";
    const own = proposal({ 'bibjson.license': [{ type, BY: true, NC: false }] });
    const change = { path: 'bibjson.license', value: { type } };
    expect(applyBulkChange(own, { ...change, how: 'add' })).toBe(own);
    expect(getAt(applyBulkChange(own, { ...change, how: 'remove' }), 'bibjson.license')).toEqual([]);
  });

  it('answers the question above a list that is set, unless the list is empty', () => {
    const set = (value: string[]) =>
      applyBulkChange(proposal({ 'bibjson.pid_scheme': { has_pid_scheme: false } }), {
        path: 'bibjson.pid_scheme.scheme',
        how: 'set',
        value,
      });
    expect(getAt(set(['DOI']), 'bibjson.pid_scheme')).toEqual({ has_pid_scheme: true, scheme: ['DOI'] });
    expect(getAt(set([]), 'bibjson.pid_scheme.has_pid_scheme')).toBe(false);
  });

  it('replaces every occurrence of a text, literally, and clears a field without any text left', () => {
    const replace = (path: string, find: string, value: string) => ({
      path,
      how: 'replace' as const,
      find,
      value,
    });
    const url = 'bibjson.apc.url';
    const start = proposal({
      [url]: 'http://a.example/?b=http:',
      'bibjson.keywords': ['fish', 'dish', 'maps'],
    });
    const secure = applyBulkChange(start, replace(url, 'http:', '$&s:'));
    expect(getAt(secure, url)).toBe('$&s://a.example/?b=$&s:');
    expect(applyBulkChange(start, replace(url, 'HTTP:', ''))).toBe(start);
    expect(applyBulkChange(start, replace('bibjson.absent', 'a', 'b'))).toBe(start);
    expect(applyBulkChange(start, replace(url, '', 'b'))).toBe(start);
    expect(getAt(applyBulkChange(start, replace(url, 'http://a.example/?b=http:', '')), url)).toBeUndefined();
    const keywords = applyBulkChange(start, replace('bibjson.keywords', 'fish', 'dish'));
    expect(getAt(keywords, 'bibjson.keywords')).toEqual(['dish', 'maps']);
    const without = applyBulkChange(start, replace('bibjson.keywords', 'fish', ''));
    expect(getAt(without, 'bibjson.keywords')).toEqual(['dish', 'maps']);
    expect(applyBulkChange(start, { path: url, how: 'replace', find: 'http:' })).toBe(start);
    const mixed = proposal({ 'bibjson.oa_start': 2005, 'bibjson.keywords': [5, 'fish'] });
    expect(applyBulkChange(mixed, replace('bibjson.oa_start', '5', '6'))).toBe(mixed);
    expect(
      getAt(applyBulkChange(mixed, replace('bibjson.keywords', 'fish', 'eel')), 'bibjson.keywords'),
    ).toEqual([5, 'eel']);
  });

  it('adopts the changes of another one to fields that it does not change itself', () => {
    const change = (path: string, after: string | null) => ({ path, before: 'x', after });
    const url = 'bibjson.apc.url';
    const others = [
      change(url, 'theirs'),
      change('bibjson.waiver.url', null),
      change('bibjson.oa_start', '1'),
    ];
    const own = [change('bibjson.oa_start', '2'), change('bibjson.keywords', 'ours')];
    const adopted = changesToAdopt(own, others);
    expect(adopted).toEqual(others.slice(0, 2));
    const start = proposal({ [url]: 'ours', 'bibjson.waiver.url': 'ours', 'bibjson.oa_start': 2 });
    const record = adoptChanges(start, adopted);
    expect(getAt(record, url)).toBe('theirs');
    expect(getAt(record, 'bibjson.waiver.url')).toBeUndefined();
    expect(getAt(record, 'bibjson.oa_start')).toBe(2);
  });

  it('names the fields that differ between two lists of changes', () => {
    const change = (path: string, after: string) => ({ path, before: 'x', after });
    const before = [change('same', '1'), change('other', '1'), change('reverted', '1')];
    const after = [change('same', '1'), change('other', '2'), change('added', '1')];
    expect(fieldsThatDiffer(before, after)).toEqual(['other', 'added', 'reverted']);
    const cleared = { path: 'cleared', before: 'x', after: null };
    expect(fieldsThatDiffer([], [cleared])).toEqual(['cleared']);
    expect(fieldsThatDiffer([cleared], [cleared])).toEqual([]);
  });

  it.each([
    ['post_submission_review', 'checking', false],
    ['pending', 'waiting', true],
    ['update_request', 'waiting', true],
    ['revisions_required', 'revisions', true],
    ['in progress', 'review', false],
    ['on hold', 'review', false],
    ['ready', 'review', false],
    ['completed', 'review', false],
    ['accepted', 'accepted', false],
    ['rejected', 'rejected', false],
    ['something new', 'other', false],
    [null, 'other', false],
  ] as const)('in the state %s is %s; accepts changes: %s', (word, status, isOpen) => {
    expect(statusOf(word)).toBe(status);
    const { now, why } = editability(status, '4.0');
    expect(now).toBe(isOpen);
    expect(why === null).toBe(isOpen);
  });

  it('can be changed before it was sent, and in 3.0.1 until somebody has picked it up', () => {
    expect(editability(null, '4.0')).toEqual({ now: true, why: null });
    expect(
      ['checking', 'waiting', 'review', 'gone'].map((status) => editability(status as never, '3.0.1').now),
    ).toEqual([true, true, false, false]);
  });

  it('has a message to the operator about what it cannot change', () => {
    const message = operatorMessage({
      journal: { title: 'Deep Sea', id: 'abc', issns: ['1234-5679'] },
      values: [{ path: 'bibjson.title', kept: 'Deep Sea', proposed: 'Deeper Sea' }],
    });
    expect(message.subject).toContain('Deep Sea');
    expect(message.body).toContain('- Title: now “Deep Sea”, should be “Deeper Sea”');
    expect(message.body).toContain('1234-5679');
  });
});
