import { describe, expect, it } from 'vitest';
import { article, check, doi, e, errors, p, withAuthor, withIds, withLink, world } from './sample.ts';

describe('values that crash the service', () => {
  it.each([null, '', 'x', 0, true, [], [1]])('bibjson %j', (bibjson) => {
    expect(errors({ bibjson })).toEqual(['bibjson-not-object bibjson']);
  });

  it.each([null, 'x', 1, [], [{}]])('a record %j', (record) => {
    expect(errors(record)).toEqual(['record-not-object ']);
  });

  it.each([['x'], [{ a: 1 }], [0], [1], [true], [false]])('identifiers %j', (identifier) => {
    expect(errors(article({ identifier }))).toEqual(['identifiers-unreadable bibjson.identifier']);
  });

  it.each([[null], [''], [{}], [[]]])('except that identifiers %j only lack an ISSN', (identifier) => {
    expect(errors(article({ identifier }))).toEqual(['issn-missing bibjson.identifier']);
  });

  it.each([null, 'x', 7, ['x']])('an identifier %j', (entry) => {
    expect(errors(withIds(p('1234-5679'), entry))).toEqual(['identifier-not-object bibjson.identifier[1]']);
  });

  it.each([0, true, [], {}])('an identifier of the type %j', (type) => {
    expect(errors(withIds(p('1234-5679'), { type, id: 'x' }))).toEqual([
      'identifier-type-unreadable bibjson.identifier[1].type',
    ]);
  });

  it.each([5, 0, true, [], {}])('a created_date %j', (created_date) => {
    expect(errors(article({}, { created_date }))).toEqual(['date-unreadable created_date']);
  });
});

describe('values that the service refuses', () => {
  it.each<[string, unknown, string]>([
    ['no bibjson', {}, 'bibjson-missing bibjson'],
    ['no title key', article({ title: undefined }), 'title-missing bibjson.title'],
    ['admin no object', article({}, { admin: [1] }), 'not-an-object admin'],
    [
      'a date without Z',
      article({}, { last_updated: '2020-01-01T00:00:00' }),
      'date-unreadable last_updated',
    ],
    ['in_doaj a number', article({}, { admin: { in_doaj: 1 } }), 'in-doaj-unreadable admin.in_doaj'],
    [
      'in_doaj with a blank',
      article({}, { admin: { in_doaj: ' true' } }),
      'in-doaj-unreadable admin.in_doaj',
    ],
    ['journal no object', article({ journal: 'x' }), 'not-an-object bibjson.journal'],
    ['language no list', article({ journal: { language: 'EN' } }), 'not-a-list bibjson.journal.language'],
    ['subject no list', article({ subject: 'x' }), 'not-a-list bibjson.subject'],
    ['a subject no object', article({ subject: ['x'] }), 'not-an-object bibjson.subject[0]'],
    ['authors no list', article({ author: 'A' }), 'not-a-list bibjson.author'],
    ['an author null', article({ author: [null] }), 'not-an-object bibjson.author[0]'],
    [
      'an author without name',
      withAuthor({ affiliation: 'B' }),
      'author-name-missing bibjson.author[0].name',
    ],
    ['keywords no list', article({ keywords: 'x' }), 'not-a-list bibjson.keywords'],
    ['links no list', article({ link: '' }), 'not-a-list bibjson.link'],
    ['a link null', article({ link: [null] }), 'not-an-object bibjson.link[0]'],
    ['a link without url', withLink({ type: 'fulltext' }), 'link-url-missing bibjson.link[0].url'],
    ['a link without type', withLink({ url: 'https://a.org' }), 'link-type-missing bibjson.link[0].type'],
    [
      'a link type homepage',
      withLink({ type: 'homepage', url: 'https://a.org' }),
      'link-type-other bibjson.link[0].type',
    ],
    [
      'an identifier without id',
      withIds({ type: 'pissn' }),
      'identifier-value-missing bibjson.identifier[0].id',
    ],
    ['an empty ORCID', withAuthor({ name: 'A', orcid_id: '' }), 'orcid-form bibjson.author[0].orcid_id'],
    [
      'a small x',
      withAuthor({ name: 'A', orcid_id: 'https://orcid.org/0000-0002-1694-233x' }),
      'orcid-form bibjson.author[0].orcid_id',
    ],
    ['a DOI of blanks', withIds(p('1234-5679'), doi('   ')), 'doi-form bibjson.identifier[1].id'],
    ['only unknown identifiers', withIds({ type: 'wibble', id: 'x' }), 'issn-missing bibjson.identifier'],
    ['equal ISSNs', withIds(p('12345679'), e('1234-5679')), 'issns-equal bibjson.identifier[1].id'],
    ['two print ISSNs', withIds(p('1234-5679'), p('3456-7895')), 'issns-too-many bibjson.identifier[0].id'],
    [
      'the unnormalised one first',
      withIds(p('12345679'), p('1234-5679')),
      'issns-too-many bibjson.identifier[0].id',
    ],
    ['an ISSN with a blank', withIds(p('1234-5679 ')), 'issn-form bibjson.identifier[0].id'],
    ['a script tag in a title', article({ title: 'a <script> b' }), 'script-tag bibjson.title'],
    ['a script tag in a dropped text', article({}, { id: '<script>' }), 'script-tag id'],
    [
      'a script tag in a value of another kind',
      article({ abstract: { a: '<script>' } }),
      'script-tag bibjson.abstract',
    ],
    ['a keyword that is a script tag', article({ keywords: ['<script>'] }), 'script-tag bibjson.keywords[0]'],
    [
      'neither DOI nor link',
      article({ identifier: [p('1234-5679')], link: [] }),
      'no-doi-or-url bibjson.link',
    ],
    [
      'no DOI and a link of type null',
      article({ identifier: [p('1234-5679')], link: [{ type: null, url: 'https://a.org' }] }),
      'no-doi-or-url bibjson.link',
    ],
  ])('%s', (_name, record, expected) => {
    // Without a DOI, nothing else may prevent these records from being identified.
    const found = errors(record).filter(
      (error) => expected === 'no-doi-or-url bibjson.link' || !error.startsWith('no-doi'),
    );
    expect(found).toEqual([expected]);
  });

  it.each([0, 1, true, [], {}, ['x']])('a content type %j', (content_type) => {
    const found = errors(withLink({ type: 'fulltext', url: 'https://a.org', content_type }));
    expect(found).toEqual(['content-type-form bibjson.link[0].content_type']);
  });

  it.each([
    'ftp://a.org',
    '//host/a',
    'www.example.org',
    'https//host',
    'https://[bad',
    'http://[example.org]/a',
    5,
    ['x'],
  ])('a link to %j', (url) => {
    expect(errors(withLink({ type: 'fulltext', url }))).toEqual(['link-url-form bibjson.link[0].url']);
  });
});

describe('values that the service accepts', () => {
  it('an ordinary article, without findings', () => {
    expect(check(article(), world)).toEqual([]);
    expect(check(article(), world, '3.0.1')).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['an empty title', article({ title: '' })],
    ['a title null', article({ title: null })],
    ['a number as title', article({ title: 5 })],
    [
      'null members',
      article(
        { abstract: null, author: null, link: null, keywords: null, subject: null, journal: null },
        { admin: null, created_date: null },
      ),
    ],
    ['an empty date', article({}, { created_date: '' })],
    ['a date of another kind', article({}, { created_date: '21 June 2014' })],
    ['the words true and false', article({}, { admin: { in_doaj: 'TrUe' } })],
    ['a keyword that holds a script tag', article({ keywords: ['a <script> b'] })],
    ['a script tag in a name', withAuthor({ name: '<script>' })],
    ['<SCRIPT>', article({ title: '<SCRIPT>' })],
    [
      'authors without a name, whatever their ORCID',
      article({
        author: [
          { name: null, orcid_id: 'x' },
          { name: '', orcid_id: '' },
        ],
      }),
    ],
    ['an identifier without a type', withIds({ type: null, id: 'x' }, {}, p('1234-5679'), doi('10.5555/x'))],
    ['an identifier null', withIds({ type: 'eissn', id: null }, p('1234-5679'), doi('10.5555/x'))],
    ['an ISSN without hyphen', withIds(p('12345679'), doi('10.5555/x'))],
    ['an ISSN that is a number', withIds({ type: 'pissn', id: 12345679 }, doi('10.5555/x'))],
    ['the normalised one last', withIds(p('1234-5679'), p('12345679'), doi('10.5555/x'))],
    [
      'a line feed behind DOI and ORCID',
      article({
        author: [{ name: 'A', orcid_id: 'https://orcid.org/0000-0002-1825-0097\n' }],
        identifier: [p('1234-5679'), doi('10.5555/abc\n')],
      }),
    ],
    [
      'digits of another script in the last group',
      withAuthor({ name: 'A', orcid_id: 'https://orcid.org/0000-0002-1825-٠٠١7' }),
    ],
    ['a second DOI of any form', withIds(p('1234-5679'), doi('10.5555/x'), doi('x'))],
    ['seven keywords', article({ keywords: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] })],
  ])('%s', (_name, record) => {
    expect(errors(record, world)).toEqual([]);
  });

  it.each([
    'httpx://example.org',
    'http:example.org',
    'http:/example.org',
    'http:',
    'http://',
    'https:\\\\example.org',
    'https://a b',
    'https://me:pw@host:1/',
    ' https://a.org\u00a0',
  ])('a link to %j', (url) => {
    expect(errors(withLink({ type: ' FullText ', url }))).toEqual([]);
  });
});
