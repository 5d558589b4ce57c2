import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { BeforeAfter } from '../../src/renderer/parts/texts/BeforeAfter.tsx';
import { MarkedWords } from '../../src/renderer/parts/texts/MarkedWords.tsx';
import { WordChange } from '../../src/renderer/parts/texts/WordChange.tsx';
import { readSources, root } from '../helpers/sources.ts';

/** An element in a component's source: its name, and the source of each of its attributes. */
interface Element {
  name: string;
  attributes: Readonly<Record<string, string>>;
}

interface Source {
  text: string;
  elements: readonly Element[];
  renders: (name: RegExp) => boolean;
}

/** A way to draw something, and whether people who hear the screen get it in words. */
interface Drawing {
  kind: string;
  drawn: (element: Element, source: Source) => boolean;
  said: (element: Element, source: Source) => boolean;
}

const hasName = ({ attributes }: Element) =>
  ['aria-label', 'aria-labelledby', 'alt'].some((name) => name in attributes);
const drawings: readonly Drawing[] = [
  {
    kind: 'a picture without a name',
    drawn: ({ name, attributes }) => /^(svg|canvas|img)$/.test(name) || attributes.role === "'img'",
    said: (element) => hasName(element) || 'aria-hidden' in element.attributes,
  },
  {
    kind: 'progress whose text is not given',
    drawn: ({ name, attributes }, source) =>
      attributes.role === "'progressbar'" || (name === 'Bar' && source.text.includes("/Bar.tsx'")),
    said: ({ attributes }) =>
      'aria-label' in attributes &&
      ('aria-valuetext' in attributes || /^(props\.)?words$/.test(attributes['aria-label']!)),
  },
  {
    kind: 'a chart without its numbers in a table',
    drawn: ({ name }, { text }) =>
      name === 'FigureChart' || new RegExp(`\\b${name}\\b[^;]*from '@fluentui/react-charts'`).test(text),
    said: (_, { text, renders }) =>
      renders(/^(Plain|Spoken)Table$/) || text.includes('export function FigureChart'),
  },
  {
    kind: 'words that are only struck through or coloured',
    drawn: ({ name, attributes }, { text }) =>
      /^(del|ins|s|mark)$/.test(name) ||
      (/\b(before|excluded|marks|styles\[side\])/.test(attributes.className ?? '') &&
        /line-through|useMarkStyles/.test(text)),
    // The rows of findings name the part of a query that is marked.
    said: (_, { text, renders }) => renders(/^(BeforeAfter|FindingRow)$/) || text.includes('visuallyHidden'),
  },
  {
    kind: 'a heading of a table that does not say what it heads',
    drawn: ({ name }) => name === 'th',
    said: ({ attributes }) => 'scope' in attributes,
  },
  {
    kind: 'a table without headings',
    drawn: ({ name }) => name === 'table',
    said: (_, { renders }) => renders(/^th$|Header$/),
  },
];

/** What a component's source draws without saying it. */
function unsaid(text: string): string[] {
  const elements = elementsOf(text);
  const source = { text, elements, renders: (name: RegExp) => elements.some((one) => name.test(one.name)) };
  return drawings
    .filter(({ drawn, said }) => elements.some((one) => drawn(one, source) && !said(one, source)))
    .map(({ kind }) => kind);
}

function elementsOf(text: string): Element[] {
  const { program, errors } = parseSync('component.tsx', text);
  if (errors.length > 0) throw new Error(errors[0]!.message);
  const found: Element[] = [];
  visit(program);
  return found;

  function visit(node: unknown): void {
    if (Array.isArray(node)) {
      for (const one of node) visit(one);
      return;
    }
    if (typeof node !== 'object' || node === null) return;
    const { type, name, attributes } = node as { type?: string; name?: unknown; attributes?: Attribute[] };
    if (type === 'JSXOpeningElement') {
      const { start, end } = name as Span;
      const pairs = (attributes ?? []).flatMap((one) =>
        one.name ? [[text.slice(one.name.start, one.name.end), sourceOf(one)] as const] : [],
      );
      found.push({ name: text.slice(start, end), attributes: Object.fromEntries(pairs) });
    }
    for (const child of Object.values(node)) visit(child);
  }

  function sourceOf({ value }: Attribute): string {
    if (!value) return '';
    const source = text.slice(value.start, value.end);
    return source.startsWith('{') ? source.slice(1, -1).trim() : `'${source.slice(1, -1)}'`;
  }
}

interface Span {
  start: number;
  end: number;
}
interface Attribute {
  name?: Span;
  value?: Span | null;
}

const components = readSources('src/renderer')
  .map(({ file }) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  .filter(({ file }) => file.endsWith('.tsx'));

test('what a screen or a dialog draws, it also says in words', () => {
  const faults = components.flatMap(({ file, text }) => unsaid(text).map((kind) => `${file}: ${kind}`));
  expect(faults).toEqual([]);
  const drawn = (kind: Drawing) =>
    components.filter(({ text }) => {
      const elements = elementsOf(text);
      const renders = (name: RegExp) => elements.some((one) => name.test(one.name));
      return elements.some((one) => kind.drawn(one, { text, elements, renders }));
    }).length;
  for (const kind of drawings) expect(drawn(kind), kind.kind).toBeGreaterThan(0);
});

test.each([
  ['a picture without a name', '<svg viewBox="0 0 8 8" />'],
  ['a picture without a name', '<span role="img" title="x" />'],
  [
    'progress whose text is not given',
    "import { Bar } from '../../parts/Bar.tsx'; <Bar aria-label={t('a')} value={1} />",
  ],
  ['a chart without its numbers in a table', '<FigureChart figure={figure} />'],
  ['words that are only struck through or coloured', '<del>{before}</del>'],
  [
    'words that are only struck through or coloured',
    "const styles = { before: 'line-through' }; <span className={styles.before}>{before}</span>",
  ],
  ['a heading of a table that does not say what it heads', '<table><thead><th>A</th></thead></table>'],
  ['a table without headings', '<table><tbody /></table>'],
])('finds %s in %s', (kind, text) => {
  expect(unsaid(text)).toEqual([kind]);
});

test('only the chart of figures uses the library for charts', () => {
  const users = readSources('src/renderer').filter(({ imports }) =>
    imports.some(({ specifier, kind }) => specifier === '@fluentui/react-charts' && kind === 'value'),
  );
  expect(users.map(({ file }) => file)).toEqual(['src/renderer/screens/Overview/FigureChart.tsx']);
});

test('a change is read as text: what was there, what becomes of it, and what was removed and added', () => {
  expect(
    heard(createElement(MarkedWords, { before: 'An old map', after: 'A new map', side: 'before' })),
  ).toBe('An old map Only here: “An”, “old”.');
  expect(heard(createElement(BeforeAfter, { before: 'old', after: 'new' }))).toBe('old [becomes] new');
  const entries = { before: ['atlas', 'map'], after: ['map', 'globe'] };
  const change = { label: 'Keywords', before: 'atlas, map', after: 'map, globe', entries };
  expect(heard(createElement(WordChange, change))).toBe(
    'Keywords: atlas (removed) map [becomes] map globe (added)',
  );
});

/** What a screen reader reads of an element. */
function heard(element: Parameters<typeof renderToStaticMarkup>[0]): string {
  return renderToStaticMarkup(element)
    .replaceAll(/<svg[^>]*aria-label="([^"]*)"[^>]*>.*?<\/svg>/g, ' [$1] ')
    .replaceAll(/<\/(?:li|div|ul|span)>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
