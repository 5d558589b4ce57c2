import { describe, expect, it } from 'vitest';
import { check, findingsWith, fullApplication, withValues, world } from './sample.ts';

const taken = world.journals.find((one: { id: string }) => one.id === 'ur-full').bibjson;

describe('the flat ISSNs', () => {
  it.each([
    [{ pissn: undefined, eissn: undefined }, ['member-missing eissn', 'member-missing pissn']],
    [{ pissn: '', eissn: '' }, ['journal-issn-missing pissn', 'journal-issn-missing eissn']],
    [{ pissn: '', eissn: 5 }, ['journal-issn-unreadable eissn']],
    [{ pissn: null, eissn: '' }, ['journal-issn-unreadable pissn']],
    [{ pissn: '0000-0000', eissn: '' }, ['journal-issn-zeros pissn']],
    [{ pissn: '', eissn: taken.pissn }, ['issn-in-directory eissn']],
    [{ pissn: '', eissn: taken.eissn }, ['issn-in-directory eissn']],
    [{ pissn: {}, eissn: 5 }, ['journal-issn-unreadable pissn', 'journal-issn-unreadable eissn']],
    [{ pissn: '8880-01211', eissn: '' }, ['journal-issn-form pissn']],
    [{ pissn: '18880-0121', eissn: '' }, ['journal-issn-form pissn']],
    [{ pissn: '', eissn: '٨٨٨٠-0122' }, []],
  ])('%j: %j', (values, findings) => {
    expect(findingsWith(values)).toEqual(findings);
  });
});

describe('the listed ISSNs of 3.0.1', () => {
  const eissn = { type: 'eissn', id: '6660-0138' };

  it.each([
    [{ type: 'pissn', id: '8880-0121' }, []],
    [{ type: 'pissn', id: '8880-0122' }, ['journal-issn-check-digit bibjson.identifier[0].id']],
    [{ type: 'pissn' }, ['member-missing bibjson.identifier[0].id']],
    [{ type: 'pissn', id: null }, []],
    [{ type: 5, id: 'x' }, ['identifier-ignored bibjson.identifier[0]']],
    [
      { type: 'pissn', id: '<script>xx' },
      ['script-tag bibjson.identifier[0].id', 'journal-issn-form bibjson.identifier[0].id'],
    ],
    [null, ['not-an-object bibjson.identifier[0]']],
  ])('with %j: %j', (pissn, findings) => {
    const record = withValues(fullApplication, {
      'admin.contact': { name: 'Ada', email: 'ada@example.org' },
      'bibjson.pissn': undefined,
      'bibjson.eissn': undefined,
      'bibjson.identifier': [pissn, eissn],
    });
    const found = check(record, { dialect: '3.0.1' });
    expect(found.map(({ code, path }) => `${code} ${path}`)).toEqual(findings);
  });

  it('have one entry of each type, of which the last one counts', () => {
    const record = withValues(fullApplication, {
      'admin.contact': { name: 'Ada', email: 'ada@example.org' },
      'bibjson.pissn': undefined,
      'bibjson.eissn': undefined,
      'bibjson.identifier': [{ type: 'EISSN', id: 'bad' }, { type: 'pissn', id: '8880-0121' }, eissn],
    });
    expect(check(record, { dialect: '3.0.1' })).toEqual([
      expect.objectContaining({
        code: 'identifier-ignored',
        path: 'bibjson.identifier[0]',
        message: expect.objectContaining({ params: expect.objectContaining({ type: 'eissn' }) }),
      }),
    ]);
  });
});
