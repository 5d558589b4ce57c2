import { describe, expect, it } from 'vitest';
import { applyFix } from '../../../../src/shared/draft/fieldPath.ts';
import { article, check, withAuthor, withIds, withLink } from './sample.ts';

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
});
