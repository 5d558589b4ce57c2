import { describe, expect, it } from 'vitest';
import { applyFix } from '../../../../src/shared/draft/fieldPath.ts';
import { saying } from '../../../helpers/saying.ts';
import { article, check, e, errors, p, withIds, world } from './sample.ts';

describe('rules about the account’s journals', () => {
  const doi = { type: 'doi', id: '10.5555/x' };

  it.each<[string, unknown[], string[]]>([
    ['both ISSNs', [p('1234-5679'), e('2345-6787')], []],
    ['one of the two', [p('1234-5679')], []],
    ['an unknown one', [p('5555-5551')], ['issn-unknown bibjson.identifier']],
    [
      'one known and one unknown',
      [p('1234-5679'), e('5555-5551')],
      ['issn-partly-unknown bibjson.identifier[1].id'],
    ],
    ['swapped', [p('2345-6787'), e('1234-5679')], ['issns-swapped bibjson.identifier']],
    ['the online one as print', [p('2345-6787')], ['issn-wrong-slot bibjson.identifier[0].type']],
    ['of two journals', [p('1234-5679'), e('4567-8901')], ['issns-of-two-journals bibjson.identifier']],
    ['of a withdrawn journal', [p('5678-9017')], ['journal-withdrawn bibjson.identifier']],
    [
      'the online one of a withdrawn journal as print',
      [p('6789-0121')],
      ['journal-withdrawn bibjson.identifier'],
    ],
    [
      'print in the directory, online withdrawn',
      [p('1234-5679'), e('6789-0121')],
      ['issns-of-two-journals bibjson.identifier'],
    ],
    ['of another account', [p('7890-1235')], ['issn-not-yours bibjson.identifier[0].id']],
    ['shared with another account', [p('9012-345X')], ['issn-shared bibjson.identifier[0].id']],
    [
      'shared, with the unshared one',
      [p('9012-345X'), e('1111-1119')],
      ['issn-shared bibjson.identifier[0].id'],
    ],
    ['the unshared one alone', [e('1111-1119')], []],
    ['of a journal without owner', [p('1515-1514')], ['issn-not-yours bibjson.identifier[0].id']],
    [
      'of two records in the directory',
      [p('1313-1311'), e('1414-1418')],
      ['journal-twice bibjson.identifier'],
    ],
    ['with a wrong check digit, as the journal has it', [p('1234-5678')], []],
    ['padded', [p('12-3455')], []],
  ])('%s', (_name, issns, expected) => {
    expect(errors(withIds(...issns, doi), world)).toEqual(expected);
  });

  it('name the journal and ISSNs, and offer to swap them', () => {
    const [finding] = check(withIds(p('2345-6787'), e('1234-5679'), doi), world);
    expect(finding).toMatchObject({
      message: saying('Print ISSN and Online ISSN are swapped.'),
      help: saying('The journal Journal j1 has print 1234-5679 and online 2345-6787.'),
    });
    expect(check(applyFix(withIds(p('2345-6787'), e('1234-5679'), doi), finding!.fix!), world)).toEqual(
      check(withIds(e('2345-6787'), p('1234-5679'), doi), world),
    );
  });

  it('offer the ISSN that the article leaves out', () => {
    const record = withIds(e('2345-6787'), doi);
    const finding = check(record, world).find((one) => one.code === 'issn-other-missing');
    expect(finding?.severity).toBe('warning');
    expect(check(applyFix(record, finding!.fix!), world).map((one) => one.code)).not.toContain(
      'issn-other-missing',
    );
  });

  it('do not offer an ISSN for which the directory would refuse the article', () => {
    expect(check(withIds(e('1111-1119'), doi), world).map((one) => one.code)).not.toContain(
      'issn-other-missing',
    );
  });

  it('find nothing while the journals are unknown', () => {
    expect(errors(withIds(p('5555-5551'), doi), null)).toEqual([]);
  });

  it('report that an account without journals cannot add articles', () => {
    expect(errors(article(), [])).toEqual(['issn-unknown bibjson.identifier']);
  });
});
