import { expect, test } from 'vitest';
import { helpTopicNames, helpTopics, topicOf } from '../../src/renderer/state/navigation/helpTopics.ts';
import { parseRoute } from '../../src/renderer/state/navigation/route.ts';

test.each([
  ['#/drafts', false, undefined, 'drafts'],
  ['#/drafts/7', true, undefined, 'findings'],
  ['#/imports/3', false, undefined, 'importing'],
  ['#/uploads/3', false, undefined, 'refused'],
  ['#/update-requests/3', true, undefined, 'ignored'],
  ['#/comparisons', false, undefined, 'comparing'],
  ['#/settings', false, 'backups', 'backups'],
  ['#/settings', false, 'toString', 'settings'],
  ['#/overview', false, undefined, 'overview'],
  ['#/fixing/3', false, undefined, 'fixing'],
  ['#/fixing/3', true, undefined, 'fixing'],
  ['#/drafts', false, 'facets', 'facets'],
])('help at %s, in a field: %s, in the part %s is about %s', (hash, isInField, part, topic) => {
  expect(topicOf(parseRoute(hash), isInField, part)).toBe(topic);
});

test('every topic is linked from another one and links to an existing screen', () => {
  const linked = new Set<string>(helpTopicNames.flatMap((name) => helpTopics[name].related));
  expect(helpTopicNames.filter((name) => !linked.has(name))).toEqual([]);
  for (const { hash } of Object.values(helpTopics)) {
    expect(hash.slice(2).split('/')[0]).toBe(parseRoute(hash).screen);
  }
});
