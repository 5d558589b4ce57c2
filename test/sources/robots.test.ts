import { expect, test } from 'vitest';
import { readRobots } from '../../src/main/sources/links/robots.ts';

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
