import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createLog } from '../../src/main/platform/log.ts';
import { redactText } from '../../src/main/platform/secrets/redact.ts';

const folder = mkdtempSync(join(tmpdir(), 'colophon-log-'));
afterEach(() => rmSync(join(folder, 'a.log'), { force: true }));

test('writes a line of JSON for each event, with errors and their causes', () => {
  const file = join(folder, 'a.log');
  const log = createLog({ file });
  log.info('start', { port: 1 });
  log.error('broken', { error: new Error('outer', { cause: new Error('inner') }) });
  const lines = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines[0]).toMatchObject({ level: 'info', event: 'start', port: 1 });
  expect(lines[1]).toMatchObject({
    level: 'error',
    error: { message: 'outer', cause: { message: 'inner' } },
  });
});

test('never writes a key in any spelling', () => {
  const file = join(folder, 'a.log');
  const log = createLog({ file });
  log.hide('5ecret+key/5ecret');
  log.hide('KA');
  log.warn('asked', {
    address: 'https://x.org/a?b=1&api_key=0123456789abcdef&c=2',
    encoded: 'https%3A%2F%2Fx.org%3Fapi_key%3D0123456789abcdef%26c',
    json: '{"api_key": "0123456789abcdef"}',
    plain: 'the key is 5ecret+key/5ecret',
    inAddress: '5ecret%2Bkey%2F5ecret',
    short: 'KA alone, but not in KARST',
    error: new Error('at https://x.org/?API_KEY=0123456789abcdef'),
  });
  const text = readFileSync(file, 'utf8');
  expect(text).not.toMatch(/0123456789abcdef|5ecret/);
  expect(text).toContain('[key] alone, but not in KARST');
  expect(text).toContain('c=2');
});

test('starts a new file when the current one is large, and keeps one old file', () => {
  const file = join(folder, 'a.log');
  writeFileSync(file, 'x'.repeat(4_000_001));
  createLog({ file }).info('next');
  expect(existsSync(`${file}.1`)).toBe(true);
  expect(statSync(file).size).toBeLessThan(200);
});

test('redacting twice changes nothing', () => {
  const once = redactText('a?api_key=abc&x=1');
  expect(once).toBe('a?api_key=[key]&x=1');
  expect(redactText(once)).toBe(once);
});
