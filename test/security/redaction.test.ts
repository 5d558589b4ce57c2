import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { createLog } from '../../src/main/platform/log.ts';
import { redactText } from '../../src/main/platform/secrets/redact.ts';
import '../helpers/setUp.ts';

const folder = mkdtempSync(join(tmpdir(), 'colophon-redaction-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Keys as issued by services, and difficult ones, with characters that are special in addresses, JSON and patterns. */
const key = fc
  .string({
    unit: fc.constantFrom(
      ...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/=-_.$&%"\\ {}()[]^*?é',
    ),
    minLength: 12,
    maxLength: 60,
  })
  .filter((text) => text.trim() === text && /[a-z0-9]{4}/i.test(text) && !'[key]'.includes(text));

/** The spellings of a key. */
const forms: Record<string, (key: string) => string> = {
  plain: (text) => text,
  'percent-encoded': encodeURIComponent,
  'percent-encoded in small letters': (text) =>
    encodeURIComponent(text).replace(/%[0-9A-F]{2}/g, (part) => part.toLowerCase()),
  'percent-encoded twice': (text) => encodeURIComponent(encodeURIComponent(text)),
  'as a form': (text) => new URLSearchParams({ x: text }).toString().slice(2),
  'as an address has it': (text) =>
    new URL(`http://x.org/?${new URLSearchParams({ q: text })}`).search.slice(3),
  'in JSON': (text) => JSON.stringify(text).slice(1, -1),
  'in JSON in JSON': (text) => JSON.stringify(JSON.stringify(text)).slice(3, -3),
  'in base64': (text) => Buffer.from(text).toString('base64'),
  'in base64 for addresses': (text) => Buffer.from(text).toString('base64url'),
  'in hex': (text) => Buffer.from(text).toString('hex'),
};

const places: Record<string, (key: string) => string> = {
  alone: (text) => text,
  'an address': (text) => `https://x.org/api/v4/articles?api_key=${text}&page=2`,
  JSON: (text) => `{"other": 1, "token": "${text}"}`,
  'a header': (text) => `authorization: Bearer ${text}\r\n`,
  'a sentence': (text) => `The directory said: “${text}” is not known.`,
};

describe.each(Object.entries(forms))('a key %s', (_name, form) => {
  test.each(Object.entries(places))('is taken out of %s', (_place, place) => {
    fc.assert(
      fc.property(key, (secret) => {
        const text = place(form(secret));
        const redacted = redactText(text, [secret]);
        expect(redacted).not.toContain(form(secret));
        expect(redactText(redacted, [secret])).toBe(redacted);
      }),
      { numRuns: 60 },
    );
  });
});

test('a key never reaches the log file in any member, error or cause', () => {
  const file = join(folder, 'x.log');
  fc.assert(
    fc.property(key, fc.constantFrom(...Object.values(forms)), (secret, form) => {
      rmSync(file, { force: true });
      const log = createLog({ file });
      log.hide(secret);
      const written = form(secret);
      const error = Object.assign(new Error(`at ${written}`, { cause: new Error(written) }), {
        body: { written },
      });
      log.error('call.bug', { error, list: [written], [written]: written, deep: { a: { b: written } } });
      const text = readFileSync(file, 'utf8');
      expect(text).not.toContain(written);
      expect(text).not.toContain(JSON.stringify(written).slice(1, -1));
      expect(() => JSON.parse(text)).not.toThrow();
    }),
    { numRuns: 100 },
  );
});

test('a text without a key stays unchanged', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (text) => {
      fc.pre(!/api_?key/i.test(text));
      expect(redactText(text, ['a-key-that-is-not-there'])).toBe(text);
    }),
  );
});
