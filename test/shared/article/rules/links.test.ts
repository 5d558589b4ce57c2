import { expect, test } from 'vitest';
import { checkArticle } from '../../../../src/shared/article/articleRules.ts';
import type { LinkCheck } from '../../../../src/shared/links/linkCheck.ts';
import { textOf } from '../../../helpers/textOf.ts';
import { article, check, findingLines, withLink } from './sample.ts';

const linesFor = (changes: Record<string, unknown>) =>
  findingLines(withLink({ type: 'fulltext', url: 'https://a.org/x', content_type: 'PDF', ...changes }));

test('links are a list of objects, and an address alone becomes a link', () => {
  expect(findingLines(article({ link: 'https://a.org' }))).toEqual([
    'not-a-list link: “Full-text links” must be a list. [Remove] link = undefined',
  ]);
  expect(findingLines(article({ link: ['www.a.org/x', 'wibble', 7, null] }))).toEqual([
    'not-an-object link[0]: An entry of “Full-text links” does not have the structure that the directory expects. [Convert to a full-text link] link[0] = {"type":"fulltext","url":"https://www.a.org/x"}',
    'not-an-object link[1]: An entry of “Full-text links” does not have the structure that the directory expects. [Remove] link[1] = undefined',
    'not-an-object link[2]: An entry of “Full-text links” does not have the structure that the directory expects. [Remove] link[2] = undefined',
    'not-an-object link[3]: An entry of “Full-text links” does not have the structure that the directory expects. [Remove] link[3] = undefined',
  ]);
  expect(findingLines(article({ link: null }))).toEqual([]);
  const identifier = [{ type: 'pissn', id: '1234-5679' }];
  expect(findingLines(article({ identifier, link: 'https://a.org' }))).toHaveLength(2);
});

test('a link without a type, or with a near miss of it, is made a full text', () => {
  expect(linesFor({ type: undefined })).toEqual([
    'link-type-missing link[0].type: This link has no type. [Use fulltext] link[0].type = "fulltext"',
  ]);
  expect(findingLines(withLink({ url: 'https://a.org/x', content_type: 'PDF' }))).toEqual([
    'link-type-missing link[0].type: This link has no type. [Use fulltext] link[0].type = "fulltext"',
  ]);
  expect(linesFor({ type: null })).toEqual([
    'link-type-null link[0].type: This link has no type, so it does not count as a full-text link. [Use fulltext] link[0].type = "fulltext"',
  ]);
  expect(linesFor({ type: 'Full-Text' })).toEqual([
    'link-type-other link[0].type: The directory does not accept links of type “Full-Text”. [Use fulltext] link[0].type = "fulltext"',
  ]);
  expect(linesFor({ type: ' ' })).toEqual([
    'link-type-other link[0].type: The directory does not accept links of type “ ”. [Use fulltext] link[0].type = "fulltext"',
  ]);
  expect(linesFor({ type: 'homepage' })).toEqual([
    'link-type-other link[0].type: The directory does not accept links of type “homepage”.',
  ]);
  expect(linesFor({ type: 7 })).toEqual([
    'link-type-other link[0].type: The directory does not accept links of type “7”.',
  ]);
  expect(linesFor({ type: ' FullText ' })).toEqual([]);
});

test('only a full text with an address identifies an article', () => {
  const alone = (link: unknown) =>
    check(article({ identifier: [{ type: 'pissn', id: '1234-5679' }], link: [link, 7] })).some(
      ({ code }) => code === 'no-doi-or-url',
    );
  expect(alone({ type: 'fulltext', url: 'https://a.org/x' })).toBe(false);
  expect(alone({ type: 'homepage', url: 'https://a.org/x' })).toBe(true);
  expect(alone({ type: 'fulltext', url: '' })).toBe(true);
});

test('a link without an address can be removed; its content type is only checked for its form', () => {
  expect(findingLines(withLink({ type: 'fulltext', content_type: 'PDF' }))).toEqual([
    'link-url-missing link[0].url: This full-text link has no address. [Remove] link[0] = undefined',
  ]);
  expect(linesFor({ url: null, content_type: 'wibble' })).toEqual([
    'link-empty link[0].url: The directory ignores a full-text link without an address. [Remove] link[0] = undefined',
  ]);
  expect(linesFor({ url: ' ', content_type: null })).toEqual([
    'link-empty link[0].url: The directory ignores a full-text link without an address. [Remove] link[0] = undefined',
  ]);
  expect(linesFor({ url: '', content_type: 7 })).toEqual([
    'link-empty link[0].url: The directory ignores a full-text link without an address. [Remove] link[0] = undefined',
    'content-type-form link[0].content_type: The content type must be text. [Remove] link[0].content_type = undefined',
  ]);
});

test('an address is replaced by the one that was meant if the directory accepts that', () => {
  expect(linesFor({ url: 'www.a.org/x' })).toEqual([
    'link-url-form link[0].url: The address of a full-text link must begin with https:// or http://. [Use https://www.a.org/x] link[0].url = "https://www.a.org/x"',
  ]);
  expect(linesFor({ url: 'wibble' })).toEqual([
    'link-url-form link[0].url: The address of a full-text link must begin with https:// or http://.',
  ]);
  expect(linesFor({ url: 5 })).toEqual([
    'link-url-form link[0].url: The address of a full-text link must begin with https:// or http://.',
  ]);
  const [found] = check(withLink({ type: 'fulltext', url: 'wibble', content_type: 'PDF' }));
  expect(textOf(found?.help)).toBe('The directory cannot use “wibble”.');
  const [number] = check(withLink({ type: 'fulltext', url: [5], content_type: 'PDF' }));
  expect(textOf(number?.help)).toBe('The directory cannot use “[5]”.');
});

test('an address that browsers cannot open is odd, and http becomes https', () => {
  expect(linesFor({ url: 'http://a.org/x' })).toEqual([
    'link-http link[0].url: This full-text link uses http, which is not secure. [Use https instead] link[0].url = "https://a.org/x"',
  ]);
  expect(linesFor({ url: ' HTTP://a.org/x' })).toEqual([
    'link-http link[0].url: This full-text link uses http, which is not secure. [Use https instead] link[0].url = "https://a.org/x"',
  ]);
  // A port answers one of the two only.
  expect(linesFor({ url: 'http://a.org:80/x' })).toEqual([
    'link-http link[0].url: This full-text link uses http, which is not secure.',
  ]);
  for (const url of ['http:', 'https://a b.org/', 'https://a.org/x y', 'httpx://a.org'])
    expect(linesFor({ url })).toEqual([expect.stringContaining('link-odd')]);
  for (const url of [
    'https://a.org',
    'https://a.org?x',
    'https://a.org#x',
    'https://a.org:8080/x',
    'https://localhost/x',
    ' https://a.org/x ',
    'HTTPS://a.org/x',
  ])
    expect(linesFor({ url })).toEqual([]);
  expect(linesFor({ url: 'httpx://a.org' })).toEqual([
    'link-odd link[0].url: “httpx://a.org” doesn’t look like a web address.',
  ]);
});

test('a content type is one of four, or replaced by the one that was meant', () => {
  expect(linesFor({ content_type: undefined })).toEqual([
    'content-type-missing link[0].content_type: This full-text link has no content type.',
  ]);
  expect(linesFor({ content_type: '' })).toEqual([expect.stringContaining('content-type-missing')]);
  expect(linesFor({ content_type: null })).toHaveLength(1);
  expect(linesFor({ content_type: 'application/pdf' })).toEqual([
    'content-type-unknown link[0].content_type: The directory does not know the content type “application/pdf”. [Use PDF] link[0].content_type = "PDF"',
  ]);
  expect(linesFor({ content_type: 'wibble' })).toEqual([
    'content-type-unknown link[0].content_type: The directory does not know the content type “wibble”.',
  ]);
  expect(linesFor({ content_type: 7 })).toEqual([
    'content-type-form link[0].content_type: The content type must be text. [Remove] link[0].content_type = undefined',
  ]);
  expect(linesFor({ content_type: ' html ' })).toEqual([]);
});

test('other members of a link are dropped', () => {
  expect(linesFor({ note: 'x' })).toEqual([
    'ignored-unknown link[0].note: The directory does not know “note” and ignores it. [Remove] link[0].note = undefined',
  ]);
});

/** The findings of a link after its address was checked with this result. */
function linesAfter(
  result: Partial<LinkCheck>,
  link: Record<string, unknown> = {},
  now = '2026-08-20T12:00:00Z',
) {
  const address = 'https://a.org/x';
  const checked: LinkCheck = {
    address,
    outcome: 'ok',
    detail: '404',
    lastAddress: 'https://b.org/x',
    contentType: '',
    checkedAt: '2026-08-01T12:00:00Z',
    failingSince: null,
    ...result,
  };
  const record = withLink({ type: 'fulltext', url: address, content_type: 'PDF', ...link });
  return checkArticle(record, {
    dialect: '4.0',
    now: new Date(now),
    linkChecks: new Map([[address, checked]]),
  }).map(({ code, path, message, help, fix }) =>
    [
      `${code} ${path}`,
      textOf(message),
      textOf(help),
      ...(fix ? [textOf(fix.label), JSON.stringify(fix.changes)] : []),
    ].join(' | '),
  );
}

test('the result of checking an address is reported at it', () => {
  expect(linesAfter({ outcome: 'broken' })).toEqual([
    'link-broken bibjson.link[0].url | This full-text link was broken on 1 Aug 2026 (404). | Open it in your browser. If the article has another address now, enter that one.',
  ]);
  expect(linesAfter({ outcome: 'suspicious' })).toEqual([
    'link-suspicious bibjson.link[0].url | On 1 Aug 2026 this full-text link led to a home page, a log-in page or an error page: https://b.org/x | Open it in your browser: readers must reach the article without logging in.',
  ]);
  expect(linesAfter({ outcome: 'certificate' })).toEqual([
    'link-certificate bibjson.link[0].url | On 1 Aug 2026 the site of this full-text link had a certificate that browsers do not accept (404). | Browsers warn readers about it. Ask the site’s administrator to correct it.',
  ]);
  expect(linesAfter({ outcome: 'moved' })).toEqual([
    'link-moved bibjson.link[0].url | On 1 Aug 2026 this full-text link was redirected permanently to https://b.org/x. | Open the new address in your browser before you use it. | Use https://b.org/x | [{"path":"bibjson.link[0].url","value":"https://b.org/x"}]',
  ]);
  for (const outcome of ['ok', 'unreachable', 'unclear', 'forbidden'] as const)
    expect(linesAfter({ outcome })).toEqual([]);
  expect(linesAfter({ outcome: 'broken' }, { url: ' https://a.org/x ' })).toHaveLength(1);
  expect(linesAfter({ outcome: 'broken' }, { url: 'https://a.org/y' })).toEqual([]);
});

test('a result counts for 30 days', () => {
  expect(linesAfter({ outcome: 'broken' }, {}, '2026-08-31T11:59:59Z')).toHaveLength(1);
  expect(linesAfter({ outcome: 'broken' }, {}, '2026-08-31T12:00:00Z')).toEqual([]);
});

test('a page instead of the file that was claimed is reported', () => {
  expect(linesAfter({ contentType: 'HTML' })).toEqual([
    'link-type-differs bibjson.link[0].content_type | On 1 Aug 2026 this full-text link, described as PDF, led to an HTML page. | Enter the address of the file itself, or change the content type.',
  ]);
  expect(linesAfter({ contentType: 'HTML' }, { content_type: 'epub' })).toEqual([
    'link-type-differs bibjson.link[0].content_type | On 1 Aug 2026 this full-text link, described as ePUB, led to an HTML page. | Enter the address of the file itself, or change the content type.',
  ]);
  expect(linesAfter({ contentType: 'XML' })).toEqual([]);
  for (const content_type of ['HTML', 'XML'])
    expect(linesAfter({ contentType: 'HTML' }, { content_type })).toEqual([]);
  expect(linesAfter({ contentType: 'HTML' }, { content_type: 7 })).toEqual([
    expect.stringContaining('content-type-form'),
  ]);
});

test('nothing is reported of links that have no address', () => {
  expect(linesAfter({ outcome: 'broken' }, { url: 7 })).toEqual([expect.stringContaining('link-url-form')]);
  const context = { dialect: '4.0', now: new Date() } as const;
  for (const link of ['x', [7]])
    expect(checkArticle(article({ link }), { ...context, linkChecks: new Map() })).toEqual(
      checkArticle(article({ link }), context),
    );
});
