import { describe, expect, it } from 'vitest';
import { applicationToWire } from '../../../src/shared/application/application.ts';
import { check, fullApplication, fullUpdate, withValues } from './rules/sample.ts';

const places = (findings: ReturnType<typeof check>, code: string) =>
  findings.filter((finding) => finding.code === code).map(({ path }) => path);

describe('the check of an application', () => {
  it.each([
    [{ admin: {} }, 'member-missing'],
    [{ admin: {}, bibjson: null }, 'member-null'],
    [{ admin: {}, bibjson: 'x' }, 'member-not-object'],
    [{ admin: {}, bibjson: [] }, 'member-not-object'],
  ])('reports one problem of %j, not every missing answer', (record, code) => {
    const findings = check(record);
    expect(findings.map((finding) => [finding.code, finding.path])).toEqual([[code, 'bibjson']]);
  });

  it.each(['', 'ALL IN CAPITALS'])(
    'accepts the title “%s” in an Update Request, which is ignored',
    (title) => {
      const findings = check(withValues(fullUpdate, { 'bibjson.title': title }));
      expect(findings.map(({ code, path }) => [code, path])).toEqual([
        ['ignored-journal-value', 'bibjson.title'],
      ]);
    },
  );

  it('requires no flat ISSNs in a 3.0.1 payload that lists them, but every other member', () => {
    const listed = withValues(applicationToWire(fullApplication, '3.0.1'), {
      'admin.contact': { name: 'Ada', email: 'ada@example.org' },
    });
    expect(check(listed, { dialect: '3.0.1' })).toEqual([]);
    const untitled = withValues(listed, { 'bibjson.title': undefined });
    expect(places(check(untitled, { dialect: '3.0.1' }), 'member-missing')).toEqual(['bibjson.title']);
    const without = withValues(listed, { 'bibjson.identifier': undefined });
    for (const [record, dialect] of [
      [without, '3.0.1'],
      [listed, '4.0'],
    ] as const)
      expect(places(check(record, { dialect }), 'member-missing')).toEqual([
        'bibjson.eissn',
        'bibjson.pissn',
      ]);
  });

  // The longest text that the directory's index takes has 32,766 bytes.
  it.each([
    ['x'.repeat(32_766), []],
    ['x'.repeat(32_767), ['bibjson.title', 'bibjson.keywords[1]']],
    ['é'.repeat(16_383), []],
    ['é'.repeat(16_384), ['bibjson.title', 'bibjson.keywords[1]']],
  ])('refuses texts and list entries of too many bytes (%#)', (text, refused) => {
    const record = withValues(fullApplication, { 'bibjson.title': text, 'bibjson.keywords': ['fish', text] });
    expect(places(check(record), 'text-too-long')).toEqual(refused);
  });

  it('accepts a title of any length in an Update Request, which is ignored', () => {
    const text = 'x'.repeat(33_000);
    const record = withValues(fullUpdate, { 'bibjson.title': text, 'bibjson.publisher.name': text });
    expect(places(check(record), 'text-too-long')).toEqual(['bibjson.publisher.name']);
  });
});
