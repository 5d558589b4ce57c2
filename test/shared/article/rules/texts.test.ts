import { expect, test } from 'vitest';
import { article, findingLines } from './sample.ts';

const titled = (title: unknown) => findingLines(article({ title }));
const abstracted = (abstract: unknown) => findingLines(article({ abstract }));

test('a title is a text that is not empty', () => {
  expect(titled(undefined)).toEqual(['title-missing title: Enter the Title.']);
  for (const title of [null, '', ' '])
    expect(titled(title)).toEqual(['title-empty title: The Title is empty.']);
  expect(titled(['x'])).toEqual([
    "not-text title: This value is not text; the directory would store it as “['x']”.",
  ]);
  expect(titled(7)).toEqual([]);
});

test('an abstract may be missing, and a blank one can be removed', () => {
  for (const abstract of [undefined, null, '', 7]) expect(abstracted(abstract)).toEqual([]);
  expect(abstracted(' ')).toEqual([
    'text-blank abstract: This text contains only spaces. [Remove] abstract = undefined',
  ]);
  expect(abstracted(['x'])).toEqual([
    "not-text abstract: This value is not text; the directory would store it as “['x']”.",
  ]);
});

test('a script tag is removed with all other markup, if that is enough', () => {
  expect(titled('Reading <script> on the <i>ward</i>')).toEqual([
    'script-tag title: This text contains a <script> tag, which the directory refuses. [Use plain text: Reading on the ward] title = "Reading on the ward"',
  ]);
  expect(titled('Reading &lt;script&gt;<script>')).toEqual([
    'script-tag title: This text contains a <script> tag, which the directory refuses.',
  ]);
  expect(abstracted({ a: '<script>' })).toEqual([
    'script-tag abstract: This text contains a <script> tag, which the directory refuses.',
    "not-text abstract: This value is not text; the directory would store it as “{'a': '<script>'}”.",
  ]);
});

test('spaces are tidied unless the title is made plain anyway', () => {
  for (const title of [' Reading', 'Reading ', 'Rea  ding', 'Rea\nding', 'Rea\tding', 'Rea\rding'])
    expect(titled(title)).toEqual([expect.stringContaining('text-spaces')]);
  expect(titled(' Reading\n on the  ward ')).toEqual([
    'text-spaces title: The Title has extra spaces or line breaks. [Remove extra spaces] title = "Reading on the ward"',
  ]);
  expect(titled(' Reading <i>on</i> the ward')).toEqual([
    'text-markup title: This text contains HTML or XML code. [Use plain text: Reading on the ward] title = "Reading on the ward"',
  ]);
  expect(titled(' On  $x^2$')).toEqual([expect.stringContaining('text-math')]);
  expect(titled(' Reading  <script>')).toEqual([expect.stringContaining('script-tag')]);
  expect(abstracted(' Reading  on ')).toEqual([]);
});

test('mathematics and markup are written as plain text where there is one', () => {
  expect(titled('On $x^2$ and <i>its</i> like')).toEqual([
    'text-math title: This text contains TeX or MathML code. [Use plain text: On x² and its like] title = "On x² and its like"',
  ]);
  expect(titled('On $\\frac{a}{b}$')).toEqual([
    'text-math title: This text contains TeX or MathML code. [Use plain text: On a/b] title = "On a/b"',
  ]);
  for (const title of ['On $\\unknown{a}$', 'On <math><msup><mn>10</mn><mn>2</mn></msup></math>'])
    expect(titled(title)).toEqual(['text-math title: This text contains TeX or MathML code.']);
  expect(abstracted('<p>A &amp; B</p>')).toEqual([
    'text-markup abstract: This text contains HTML or XML code. [Use plain text: A & B] abstract = "A & B"',
  ]);
});

test('a text with unknown entities, and nothing else, has no other plain text', () => {
  expect(titled('A &wibble; B')).toEqual(['text-markup title: This text contains HTML or XML code.']);
});

test('capitals are written as a sentence', () => {
  expect(titled('READING: ON THE WARD')).toEqual([
    'title-caps title: The Title is all in capitals. [Change to sentence case] title = "Reading: On the ward"',
  ]);
});

test('long texts are quoted with their first 59 characters', () => {
  const quoted = (length: number) => titled(['x'.repeat(length - 4)]);
  expect(quoted(60)).toEqual([expect.stringContaining(`“['${'x'.repeat(56)}']”`)]);
  expect(quoted(61)).toEqual([expect.stringContaining(`“['${'x'.repeat(57)}…”`)]);
});

test('a text that was decoded twice is decoded back by one key', () => {
  expect(titled('Wasser fÃ¼r alle')).toEqual([
    'text-garbled title: Characters of this text are wrong: it was read in the wrong encoding. It should be “Wasser für alle”. [Use Wasser für alle] title = "Wasser für alle"',
  ]);
  expect(titled('Wasser für alle')).toEqual([]);
});
