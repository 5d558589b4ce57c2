import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { jsx, jsxs } from '../../src/renderer/visible/jsx-runtime.ts';
import { isPlainData, isTooNested } from '../../src/shared/nesting.ts';
import { checkQuery, readConditions } from '../../src/shared/search/searchQuery.ts';
import { serviceDoi } from '../../src/shared/text/identifiers.ts';
import { visibleJson, visibleText } from '../../src/shared/text/visibleText.ts';
import { textOf } from '../helpers/textOf.ts';
import { deepList, hostileText, patience, runs } from './hostile.ts';

vi.setConfig({ testTimeout: patience });

describe('a text that is designed to exhaust the program', () => {
  test('takes little time as a query, record field, response or rule pack', async () => {
    expect(await watch()).toBe('done');
  }, 900_000);

  test('is not sent as a query, and is reported as too long', () => {
    const long = checkQuery(`title:${'a'.repeat(9_000)}`, { kind: 'article', dialect: '4.0' });
    expect(long).toMatchObject({ accepted: true, findings: [{ severity: 'error', code: 'query-too-long' }] });
    expect(long.findings).toHaveLength(1);
  });
});

describe('queries', () => {
  const term = fc.constantFrom(
    'soil',
    'title:',
    'year:[2020 TO *]',
    '"a b"',
    'AND',
    'OR',
    'NOT',
    '(',
    ')',
    '*',
    '~1',
    '^2',
    '/x/',
    ':',
    '+',
    '-',
    '\\',
    '"',
    '{a TO b]',
  );
  const nearly = fc.array(fc.oneof(term, hostileText), { maxLength: 25 }).map((parts) => parts.join(' '));

  test('of any characters are checked without crashing, and corrected to an accepted query', () => {
    fc.assert(
      fc.property(
        fc.oneof(nearly, fc.string({ unit: 'binary' })),
        fc.constantFrom('3.0.1', '4.0'),
        (text, dialect) => {
          const { findings } = checkQuery(text, { kind: 'article', dialect });
          readConditions(text);
          for (const { start, end, instead, message } of findings) {
            expect(textOf(message)).not.toBe('');
            expect(start).toBeGreaterThanOrEqual(0);
            expect(end).toBeLessThanOrEqual(text.length);
            if (instead !== undefined)
              expect(checkQuery(instead, { kind: 'article', dialect }).accepted).toBe(true);
          }
        },
      ),
      runs(400),
    );
  });
});

test('a DOI is recognised as by the directory’s pattern', () => {
  // reference/directory-api.md 4.3 as one pattern, which takes quadratic time.
  const pattern =
    /^(?:(?:https?:\/\/)?(?:(?:dx\.)?doi\.org\/|hdl\.handle\.net\/)|doi:|info:doi\/|info:hdl\/)?(10\.\S+\/\S+)\n?$/i;
  const part = fc.constantFrom(
    '10.',
    '/',
    'a',
    '5',
    '10.5555/',
    'doi:',
    'https://doi.org/',
    ' ',
    '\n',
    '.',
    '😀',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 9 }), (parts) => {
      const text = parts.join('');
      expect(serviceDoi(text)).toBe(pattern.exec(text)?.[1] ?? null);
    }),
    runs(2_000),
  );
});

test('values that are too deep, too many or cyclic are recognised', () => {
  const round: unknown[] = [];
  round.push(round);
  const twice = Array.from({ length: 60 }).reduce<unknown>((inner) => [inner, inner], 1);
  expect(isTooNested(JSON.parse(deepList))).toBe(true);
  expect(isTooNested(round)).toBe(true);
  expect(isTooNested(twice, 10_000)).toBe(true);
  expect(isTooNested([1, 2, 3], 2)).toBe(true);
  expect(isTooNested({ a: [{ b: null }], c: 'x' })).toBe(false);
  expect(isTooNested('text')).toBe(false);
  expect(isTooNested(new Array(1e8), 10_000)).toBe(true);
  for (const odd of [1n, new Map(), new Uint8Array(9), () => 1, new Date(0), round])
    expect(isPlainData({ a: [odd] }, 100)).toBe(false);
  expect(isPlainData({ a: [{ b: null }, undefined, 'x', Object.create(null)] }, 100)).toBe(true);
});

describe('hidden control characters', () => {
  test('are made visible in every text and title that React renders, and kept in fields', () => {
    const text = 'Soil \u202egnihtemos';
    expect(jsx('bdi', { children: text, title: text }).props).toEqual({
      children: 'Soil [RLO]gnihtemos',
      title: 'Soil [RLO]gnihtemos',
    });
    expect(jsxs('p', { children: ['a', 1, text] }).props).toEqual({
      children: ['a', 1, 'Soil [RLO]gnihtemos'],
    });
    expect(jsx('input', { value: text }).props).toEqual({ value: text });
  });

  const hidden = /(?![\t\n\r])[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;

  test('are named on screen and removed', () => {
    expect(visibleText('a\u202eb\u2066c\u200f\0\u001b[31m\u009b\u007f\n')).toBe(
      'a[RLO]b[LRI]c[RLM][U+0000][U+001B][31m[U+009B][U+007F]\n',
    );
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(hidden.test(visibleText(text))).toBe(false);
        if (!hidden.test(text)) expect(visibleText(text)).toBe(text);
      }),
      runs(300),
    );
  });

  test('are escaped in JSON, which keeps the meaning', () => {
    fc.assert(
      fc.property(fc.jsonValue(), hostileText, (value, text) => {
        const json = visibleJson(JSON.stringify([value, text]));
        expect(hidden.test(json)).toBe(false);
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify([value, text])));
      }),
      runs(300),
    );
  });
});

/** Milliseconds after which one text has certainly stopped the program, also on a slow machine. */
const hangsAfter = 20_000;

/** Lets a worker process all texts; returns `done`, the text at which it hangs, or its error. */
function watch(): Promise<unknown> {
  const worker = new Worker(new URL('./pumps.ts', import.meta.url), {
    workerData: process.env.COLOPHON_FUZZ_RUNS ? 'deep' : '',
    resourceLimits: { maxOldGenerationSizeMb: 600 },
  });
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout;
    let last: unknown;
    const end = (how: unknown) => {
      clearTimeout(timer);
      resolve(how);
      void worker.terminate();
    };
    worker.on('message', (message) => {
      clearTimeout(timer);
      if (message === 'done') return end('done');
      last = message;
      timer = setTimeout(() => end({ hangs: message }), hangsAfter);
    });
    worker.on('error', (error) => end({ last, error: String(error) }));
  });
}
