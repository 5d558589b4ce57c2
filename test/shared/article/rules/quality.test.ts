import { describe, expect, it, test } from 'vitest';
import { readiness } from '../../../../src/shared/article/articleRules.ts';
import { isHardToFind } from '../../../../src/shared/article/rules/codes.ts';
import { textOf } from '../../../helpers/textOf.ts';
import { article, check, doi, p, withAuthor, withIds, withLink } from './sample.ts';

describe('quality', () => {
  it.each<[string, unknown, string]>([
    ['title-empty', article({ title: ' ' }), 'title'],
    ['title-caps', article({ title: 'READING ON THE WARD' }), 'title'],
    ['text-spaces', article({ title: ' Reading  on the ward' }), 'title'],
    ['text-markup', article({ title: 'Reading <i>on</i> the ward' }), 'title'],
    ['text-markup', article({ abstract: '<jats:p>A &amp; B</jats:p>' }), 'abstract'],
    ['text-math', article({ title: 'On $x^2$ and its like' }), 'title'],
    ['text-math', article({ abstract: 'with <mml:math><mi>x</mi></mml:math>' }), 'abstract'],
    ['text-garbled', article({ title: 'Wasser fÃ¼r alle' }), 'title'],
    ['text-garbled', article({ abstract: 'Wasser â€“ hier' }), 'abstract'],
    ['text-garbled', article({ keywords: ['mÃ¼de'] }), 'keywords[0]'],
    ['text-garbled', withAuthor({ name: 'Gesche GrÃ¼tzmann' }), 'author[0].name'],
    ['text-garbled', withAuthor({ name: 'A', affiliation: 'ZÃ¼rich' }), 'author[0].affiliation'],
    ['text-blank', article({ abstract: '  ' }), 'abstract'],
    ['not-text', article({ title: { a: 1 } }), 'title'],
    ['authors-missing', article({ author: [] }), 'author'],
    ['author-blank', withAuthor({ name: '  ' }), 'author[0].name'],
    ['author-twice', article({ author: [{ name: 'A B' }, { name: 'a b' }] }), 'author[1].name'],
    ['authors-joined', withAuthor({ name: 'Ada Lindqvist; Bo Achterberg' }), 'author[0].name'],
    ['text-email', withAuthor({ name: 'Ada Lindqvist (ada@example.org)' }), 'author[0].name'],
    ['text-email', withAuthor({ name: 'A', affiliation: 'Delft, ada@example.org' }), 'author[0].affiliation'],
    [
      'orcid-check-digit',
      withAuthor({ name: 'A', orcid_id: 'https://orcid.org/0000-0002-1825-0098' }),
      'author[0].orcid_id',
    ],
    [
      'orcid-twice',
      article({
        author: [
          { name: 'A', orcid_id: 'https://orcid.org/0000-0002-1825-0097' },
          { name: 'B', orcid_id: 'https://orcid.org/0000-0002-1825-0097' },
        ],
      }),
      'author[1].orcid_id',
    ],
    ['doi-prefix', withIds(p('1234-5679'), doi('https://doi.org/10.5555/x')), 'identifier[1].id'],
    ['doi-escapes', withIds(p('1234-5679'), doi('10.5555/%28x%29')), 'identifier[1].id'],
    ['doi-hidden', withIds(p('1234-5679'), doi('10.5555/ab\u00adc')), 'identifier[1].id'],
    ['doi-punctuation', withIds(p('1234-5679'), doi('10.5555/x.')), 'identifier[1].id'],
    ['issn-check-digit', withIds(p('1234-5678'), doi('10.5555/x')), 'identifier[0].id'],
    ['issn-written-otherwise', withIds(p('12-3455'), doi('10.5555/x')), 'identifier[0].id'],
    ['link-http', withLink({ type: 'fulltext', url: 'http://a.org/x', content_type: 'PDF' }), 'link[0].url'],
    ['link-odd', withLink({ type: 'fulltext', url: 'http:', content_type: 'PDF' }), 'link[0].url'],
    ['link-type-null', withLink({ type: null, url: 'https://a.org/x', content_type: 'PDF' }), 'link[0].type'],
    ['content-type-missing', withLink({ type: 'fulltext', url: 'https://a.org/x' }), 'link[0].content_type'],
    [
      'content-type-unknown',
      withLink({ type: 'fulltext', url: 'https://a.org/x', content_type: 'application/pdf' }),
      'link[0].content_type',
    ],
    ['year-missing', article({ year: '' }), 'year'],
    ['year-two-digits', article({ year: '26' }), 'year'],
    ['year-form', article({ year: '2019-05' }), 'year'],
    ['year-range', article({ year: '2091' }), 'year'],
    ['issue-other-year', article({ journal: { volume: '2016' } }), 'journal.volume'],
    ['issue-other-year', article({ journal: { number: '2021/3' } }), 'journal.number'],
    ['month-unclear', article({ month: 'Sept' }), 'month'],
    ['pages-order', article({ journal: { start_page: '117', end_page: '101' } }), 'journal.end_page'],
    ['pages-joined', article({ journal: { start_page: '101–117' } }), 'journal.start_page'],
    ['keywords-joined', article({ keywords: ['reading, ward; hospital'] }), 'keywords[0]'],
    ['keywords-many', article({ keywords: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] }), 'keywords'],
    ['keyword-blank', article({ keywords: [' '] }), 'keywords[0]'],
    ['keyword-twice', article({ keywords: ['Reading', 'reading'] }), 'keywords[1]'],
  ])('%s', (code, record, path) => {
    const findings = check(record);
    expect(findings.map((finding) => `${finding.severity} ${finding.code} ${finding.path}`)).toEqual([
      `warning ${code} bibjson.${path}`,
    ]);
    expect(readiness(findings)).toBe(findings.some(isHardToFind) ? 'incomplete' : 'warnings');
  });

  it('predicts what the directory makes of a two-digit year', () => {
    const [finding] = check(article({ year: '26' }));
    expect(textOf(finding?.message)).toBe('The directory would store the Year “26” as 1926.');
    expect(finding?.fix?.changes).toEqual([{ path: 'bibjson.year', value: '2026' }]);
  });

  it('accepts an author listed again with another affiliation', () => {
    const author = [
      { name: 'A B', affiliation: 'Delft', orcid_id: 'https://orcid.org/0000-0002-1825-0097' },
      { name: 'A B', affiliation: 'Leiden', orcid_id: 'https://orcid.org/0000-0002-1825-0097' },
    ];
    expect(check(article({ author }))).toEqual([]);
  });
});

describe('dropped values', () => {
  it.each<[string, unknown, string]>([
    ['ignored-system', article({}, { id: 'x' }), 'id'],
    ['ignored-system', article({}, { created_date: '2020-01-01' }), 'created_date'],
    ['ignored-system', article({}, { last_updated: '2020-01-01T00:00:00Z' }), 'last_updated'],
    ['ignored-system', article({}, { es_type: 'article' }), 'es_type'],
    ['ignored-system', article({}, { admin: { in_doaj: true } }), 'admin.in_doaj'],
    ['ignored-system', article({}, { admin: { upload_id: 'u' } }), 'admin.upload_id'],
    ['ignored-unknown', article({}, { admin: { seal: true } }), 'admin.seal'],
    ['ignored-unknown', article({}, { extra: 1 }), 'extra'],
    ['ignored-unknown', article({ wibble: { x: 1 } }), 'bibjson.wibble'],
    ['ignored-unknown', article({ 'a.b': 1 }), 'bibjson["a.b"]'],
    ['ignored-unknown', article({ journal: { foo: 1 } }), 'bibjson.journal.foo'],
    ['ignored-unknown', withAuthor({ name: 'A', ror: 'x' }), 'bibjson.author[0].ror'],
    ['ignored-journal', article({ journal: { title: 'X' } }), 'bibjson.journal.title'],
    ['ignored-journal', article({ journal: { language: ['EN'] } }), 'bibjson.journal.language'],
    ['ignored-journal', article({ journal: { issns: ['1234-5679'] } }), 'bibjson.journal.issns'],
    ['ignored-subject', article({ subject: [{ scheme: 'LCC' }] }), 'bibjson.subject'],
    ['ignored-email', withAuthor({ name: 'A', email: 'a@example.org' }), 'bibjson.author[0].email'],
    ['ignored-page', article({ start_page: '1' }), 'bibjson.start_page'],
    [
      'identifier-type-case',
      withIds(p('1234-5679'), { type: 'DOI', id: '10.5555/x' }),
      'bibjson.identifier[1].type',
    ],
    [
      'identifier-type-unknown',
      withIds(p('1234-5679'), { type: ' doi', id: '10.5555/x' }),
      'bibjson.identifier[1].type',
    ],
    ['identifier-type-missing', withIds(p('1234-5679'), {}), 'bibjson.identifier[1].type'],
    ['identifier-empty', withIds(p('1234-5679'), doi('')), 'bibjson.identifier[1].id'],
    ['link-empty', withLink({ type: 'fulltext', url: ' ' }), 'bibjson.link[0].url'],
    ['author-empty', withAuthor({ name: '' }), 'bibjson.author[0].name'],
    ['keyword-empty', article({ keywords: [''] }), 'bibjson.keywords[0]'],
  ])('%s', (code, record, path) => {
    const findings = check(record);
    expect(findings.map((finding) => `${finding.severity} ${finding.code} ${finding.path}`)).toEqual([
      `ignored ${code} ${path}`,
    ]);
    expect(readiness(findings)).toBe('ready');
  });
});

test('records that readers can hardly find need the user’s agreement', () => {
  const records = [
    article({ title: ' ' }),
    article({ year: '' }),
    article({ year: '26' }),
    article({ year: '2019-05' }),
    article({ year: '2091' }),
    withIds(p('1234-5679'), doi('10.5555/%28x%29')),
    withIds(p('1234-5679'), doi('10.5555/x\n')),
  ];
  for (const record of records) expect(check(record).map(isHardToFind)).toEqual([true]);
});
