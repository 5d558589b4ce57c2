import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  helpTopicNames,
  helpTopics,
  type TopicFacts,
  topicOf,
} from '../../../../src/renderer/state/navigation/helpTopics.ts';
import { parseRoute, type Route } from '../../../../src/renderer/state/navigation/route.ts';
import { keysOf } from '../../../../src/shared/commands/shortcuts.ts';
import { english } from '../../../helpers/catalogue.ts';
import { readSources, root } from '../../../helpers/sources.ts';

type Texts = Record<string, { text: string }>;

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

/** The address of each screen. */
const screens: Record<Route['screen'], string> = {
  drafts: '#/drafts',
  fixing: '#/fixing/1',
  uploads: '#/uploads',
  imports: '#/imports/1',
  journals: '#/journals',
  'update-requests': '#/update-requests',
  watch: '#/watch',
  overview: '#/overview',
  search: '#/search',
  comparisons: '#/comparisons',
  compliance: '#/compliance/check',
  settings: '#/settings',
};

test.each(Object.entries(screens))('the help of the screen %s names its keys', (screen, hash) => {
  const route = parseRoute(hash);
  expect(route.screen).toBe(screen);
  const { commands, keys }: TopicFacts = helpTopics[topicOf(route, false, undefined)];
  const withKeys = commands.filter((name) => keysOf(name, {}, 'web').length > 0);
  expect([...withKeys, ...keys]).not.toEqual([]);
});

test('each dialog has a topic, which says how to close it', () => {
  const opened = readSources('src/renderer').flatMap(({ file }) => {
    const text = readFileSync(join(root, file), 'utf8');
    // Types ask for the topic of the dialogs that `AppDialog` makes.
    const hasTopic = (tag: string) => /^<AppDialog/.test(tag) || /\sdata-help=/.test(tag);
    const tags = [...text.matchAll(/<(?:AppDialog|DialogSurface)\b(?:[^>]|=>)*>/g)];
    const topics = [...text.matchAll(/\bhelp[=:]\s*["']([^"']+)|data-help=\{'(\w+)/g)];
    return tags.map(([tag]) => ({
      file,
      hasTopic: hasTopic(tag),
      topics: topics.map(([, inApp, inSurface]) => inApp ?? inSurface!),
    }));
  });
  expect(opened.length).toBeGreaterThan(40);
  expect(opened.filter(({ hasTopic }) => !hasTopic)).toEqual([]);
  const names = new Set(opened.flatMap(({ topics }) => topics));
  const unclosed = helpTopicNames.filter((name) => {
    const { keys }: TopicFacts = helpTopics[name];
    return names.has(name) && !keys.includes('closeDialog');
  });
  expect(unclosed).toEqual([]);
});

test('what the help says of keys comes from the table of shortcuts, not from its texts', () => {
  const texts = helpTopicNames.map((name) => [name, (english.help as Texts)[name]!.text] as const);
  const written = texts.filter(([, text]) => /\b(Ctrl|Alt|F\d{1,2})\b/.test(text));
  expect(written).toEqual([]);
});
