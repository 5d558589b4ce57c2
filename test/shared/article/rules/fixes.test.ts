import { describe, expect, it } from 'vitest';
import { applyFix } from '../../../../src/shared/draft/fieldPath.ts';
import { article, check, doi, e, errors, p, withAuthor, withIds, withLink, world } from './sample.ts';

describe('fixes', () => {
  it.each<[string, unknown, unknown]>([
    [
      'an ORCID',
      withAuthor({ name: 'A', orcid_id: 'orcid.org/0000-0002-1694-233x' }),
      withAuthor({ name: 'A', orcid_id: 'https://orcid.org/0000-0002-1694-233X' }),
    ],
    ['an empty ORCID', withAuthor({ name: 'A', orcid_id: '' }), withAuthor({ name: 'A' })],
    [
      'http',
      withLink({ type: 'fulltext', url: 'http://a.org/x', content_type: 'PDF' }),
      withLink({ type: 'fulltext', url: 'https://a.org/x', content_type: 'PDF' }),
    ],
    [
      'a missing scheme',
      withLink({ type: 'fulltext', url: 'www.a.org/x', content_type: 'PDF' }),
      withLink({ type: 'fulltext', url: 'https://www.a.org/x', content_type: 'PDF' }),
    ],
    ['joined keywords', article({ keywords: ['a, b', 'c'] }), article({ keywords: ['a', 'b', 'c'] })],
    ['keywords as a text', article({ keywords: 'a، b、c' }), article({ keywords: ['a', 'b', 'c'] })],
    [
      'markup',
      article({ title: 'CO<sub>2</sub> &amp; <i>Zea mays</i>' }),
      article({ title: 'CO2 & Zea mays' }),
    ],
    ['mathematics', article({ title: 'On $x^2$ and $\\alpha_{1}$' }), article({ title: 'On x² and α1' })],
    ['capitals', article({ title: 'READING: ON THE WARD' }), article({ title: 'Reading: On the ward' })],
    ['a month', article({ month: 'Sept.' }), article({ month: 'September' })],
    [
      'a range of pages',
      article({ journal: { start_page: '1-9' } }),
      article({ journal: { start_page: '1', end_page: '9' } }),
    ],
    ['a stray page', article({ journal: {}, start_page: '7' }), article({ journal: { start_page: '7' } })],
    [
      'a media type',
      withLink({ type: 'fulltext', url: 'https://a.org', content_type: 'text/html' }),
      withLink({ type: 'fulltext', url: 'https://a.org', content_type: 'HTML' }),
    ],
    [
      'joined authors',
      withAuthor({ name: 'Ada Lindqvist; Bo Achterberg' }),
      article({ author: [{ name: 'Ada Lindqvist' }, { name: 'Bo Achterberg' }] }),
    ],
    [
      'an e-mail address',
      withAuthor({ name: 'Ada Lindqvist <ada@example.org>' }),
      withAuthor({ name: 'Ada Lindqvist' }),
    ],
    [
      'a near miss of a type',
      withIds({ type: 'e-ISSN', id: '2345-6787' }, { type: 'doi', id: '10.5555/x' }),
      withIds({ type: 'eissn', id: '2345-6787' }, { type: 'doi', id: '10.5555/x' }),
    ],
  ])('%s', (_name, record, expected) => {
    const fixable = check(record).filter((finding) => finding.fix);
    expect(applyFix(record as never, fixable[0]!.fix!)).toEqual(expected);
  });

  it.each<[string, unknown]>([
    ['an ISSN of another journal', withIds(p('1234-5679'), { type: 'e-ISSN', id: '4567-8901' })],
    ['an ISSN of a withdrawn journal', withIds(e('2345-6787'), { type: 'p-ISSN', id: '5678-9017' })],
    ['an ISSN in the place of the other', withIds(p('1234-5679'), { type: 'e-ISSN', id: '1234-5679' })],
    ['a second ISSN of a kind', withIds(p('12345679'), { type: 'p-ISSN', id: '1234-5679' })],
    ['a DOI in another form', withIds(p('1234-5679'), { type: 'DOIs', id: 'doi: 10.5555/y' })],
    ['an escaped control character', withIds(p('1234-5679'), doi('10.5555/a%1Fb'))],
    ['a title in capitals', article({ title: 'READING <SCRIPT>ON THE WARD' })],
    ['a title with escaped markup', article({ title: '<i>&lt;script&gt;</i>' })],
    ['a keyword of several', article({ keywords: ['soil; <script>'] })],
    ['a stray page', article({ journal: {}, start_page: '<script>' })],
  ])('get no accepted article refused for %s', (_, record) => {
    const before = check(record, world);
    expect(before.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(before).not.toEqual([]);
    for (const { fix } of before) if (fix) expect(errors(applyFix(record as never, fix), world)).toEqual([]);
  });

  it.each([
    [
      { type: 'e-ISSN', id: '2345-6787' },
      { type: 'eissn', id: '2345-6787' },
    ],
    [
      { type: 'e-ISSN', id: 'ISSN 23456787' },
      { type: 'eissn', id: '2345-6787' },
    ],
    [
      { type: 'e-ISSN', id: '23456787' },
      { type: 'eissn', id: '2345-6787' },
    ],
    [
      { type: 'DOIs', id: 'doi: 10.5555/y' },
      { type: 'doi', id: '10.5555/y' },
    ],
  ])('read a near miss of a type with a value that the directory accepts: %j', (entry, expected) => {
    const record = withIds(p('1234-5679'), doi('10.5555/x'), entry);
    const { fix } = check(record, world).find(({ code }) => code === 'identifier-type-unknown')!;
    expect(applyFix(record as never, fix!)).toEqual(withIds(p('1234-5679'), doi('10.5555/x'), expected));
  });

  it('do not take all of a title', () => {
    expect(check(article({ title: '<b></b>' })).map(({ code, fix }) => [code, fix])).toEqual([
      ['text-markup', undefined],
    ]);
  });
});
