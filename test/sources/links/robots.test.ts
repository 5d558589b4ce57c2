import { expect, test } from 'vitest';
import { readRobots } from '../../../src/main/sources/links/robots.ts';

const text = `
# comment
User-agent: other
Disallow: /

User-agent: *
Disallow: /private/ # not for programs
Allow: /private/open
Disallow: /*.zip$
Crawl-delay: 2.5
Sitemap: https://a.example/sitemap.xml
`;

test.each([
  ['/', true],
  ['/private/x', false],
  ['/private/open/x', true],
  ['/a/b.zip', false],
  ['/a/b.zip?x', true],
])('the longest rule for all programs decides about %s', (path, isAllowed) => {
  expect(readRobots(text, 'colophon').isAllowed(path)).toBe(isAllowed);
});

test.each([
  ['/año/', '/a%C3%B1o/1'],
  ['/a%c3%b1o/', '/a%C3%B1o/1'],
  ['/a%3cd', '/a%3Cd/1'],
  ['/a<d', '/a%3Cd/1'],
  ['/%73oil/', '/soil/1'],
  ['/soil/', '/so%69l/1'],
  ['/a%2Ab', '/a*b'],
  ['/a%24', '/a$'],
  ['/*ñ$', '/pi%c3%b1'],
  ['/a\ud800', '/a%EF%BF%BD'],
])('%s is a rule for %s, although it is encoded in another way', (rule, path) => {
  const robots = readRobots(`User-agent: *\nDisallow: ${rule}\n`, 'colophon');
  expect(robots.isAllowed(path)).toBe(false);
  expect(robots.isAllowed('/b/1')).toBe(true);
});

test.each([
  ['/a%2Fb', '/a/b'],
  ['/a%2Ab', '/acb'],
  ['/a%', '/a'],
])('%s is no rule for %s, whose characters mean something else', (rule, path) => {
  expect(readRobots(`User-agent: *\nDisallow: ${rule}\n`, 'colophon').isAllowed(path)).toBe(true);
});

test('a rule counts wherever it is, and however long it is', () => {
  const others = Array.from({ length: 9_000 }, (_, at) => `User-agent: bot${at}\nDisallow: /`).join('\n');
  const long = `/private/${'x'.repeat(5_000)}`;
  const robots = readRobots(
    `${others}\nUser-agent: *\nDisallow: /private/\nAllow: ${long}y\nDisallow: /z\n`,
    'colophon',
  );
  expect(['/a', '/z', `${long}y`, `${long}z`].map(robots.isAllowed)).toEqual([true, false, true, false]);
});

test.each(['Sitemap: https://a.example/sitemap.xml', 'Host: a.example', '', '# comment', 'nonsense'])(
  'only a rule or a pause ends the names of programs: %j does not',
  (line) => {
    const named = readRobots(`User-agent: colophon\n${line}\nUser-agent: b\nDisallow: /\n`, 'colophon');
    expect(named.isAllowed('/x')).toBe(false);
    const ended = readRobots(
      `User-agent: colophon\nCrawl-delay: 3\nUser-agent: b\nDisallow: /\n`,
      'colophon',
    );
    expect([ended.isAllowed('/x'), ended.crawlDelay]).toEqual([true, 3]);
  },
);

test('a group of its own replaces that for all programs', () => {
  const robots = readRobots(`${text}\nUser-agent: Colophon\nUser-agent: third\nDisallow:\n`, 'colophon');
  expect(robots.isAllowed('/private/x')).toBe(true);
  expect(robots.crawlDelay).toBe(0);
});

test('a pause is read in seconds', () => {
  expect(readRobots(text, 'colophon').crawlDelay).toBe(2.5);
});

test.each(['', '<html>', 'Disallow: /', `User-agent: *\nDisallow: ${'*a'.repeat(900)}$`])(
  'text without rules for programs allows everything: %#',
  (other) => {
    expect(readRobots(other, 'colophon').isAllowed(`/${'a'.repeat(3_000)}b`)).toBe(true);
  },
);
