import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { readRulePack } from '../../src/main/platform/rulePack/readRulePack.ts';
import { savePack, useSavedPack } from '../../src/main/platform/rulePack/savedPack.ts';
import { isSignedBy, maxPackBytes, readSigned } from '../../src/main/platform/rulePack/signedText.ts';
import type { AppError } from '../../src/shared/errors.ts';
import { activePack, setActivePack, shippedPack } from '../../src/shared/rulePack/rulePack.ts';
import { packKey, type RulePack, rulePackSchema } from '../../src/shared/rulePack/rulePackSchema.ts';
import { createSigner, laterPack } from '../helpers/signedPack.ts';

const signer = createSigner();
const signed = (pack: unknown) => signer.sign(JSON.stringify(pack));

afterEach(() => setActivePack(shippedPack()));

test('the pack that comes with Colophon is signed, and is such a pack', () => {
  const found = readSigned(readFileSync(join(import.meta.dirname, '../../resources/rulePack.json')));
  const recipe = 'Sign it again: CONTRIBUTING.md, "How to add ...", "A change to the rule pack"';
  expect(found !== null && isSignedBy(packKey, found), recipe).toBe(true);
  expect(rulePackSchema.parse(JSON.parse(found!.payload.toString()))).toEqual(shippedPack());
});

/** The key of the problem with a file. */
function refusal(bytes: Buffer): string {
  try {
    readRulePack(bytes, signer.key);
  } catch (error) {
    return (error as AppError).problem.key;
  }
  return 'taken';
}

describe('a file', () => {
  const later = laterPack();
  const good = signed(later);

  test('that is signed is read as it is, with or without an end of line', () => {
    expect(readRulePack(good, signer.key)).toEqual(later);
    expect(readRulePack(good.subarray(0, -1), signer.key)).toEqual(later);
  });

  test('without a signature is refused', () => {
    expect(refusal(Buffer.from(JSON.stringify({ pack: later })))).toBe('rulePack.unsigned.message');
    expect(refusal(Buffer.from(JSON.stringify(later)))).toBe('rulePack.unsigned.message');
    expect(refusal(Buffer.alloc(0))).toBe('rulePack.unsigned.message');
  });

  test('signed by somebody else is refused', () => {
    expect(refusal(createSigner().sign(JSON.stringify(later)))).toBe('rulePack.otherSignature.message');
  });

  test('with one byte changed is refused, wherever that is', () => {
    const step = Math.ceil(good.length / 400);
    const taken = [];
    for (let at = 0; at < good.length - 1; at += step) {
      const changed = Buffer.from(good);
      changed[at]! ^= 1;
      if (refusal(changed) === 'taken') taken.push(at);
    }
    expect(taken).toEqual([]);
  });

  test('that is cut off is refused, wherever that is', () => {
    const step = Math.ceil(good.length / 200);
    const taken = [];
    for (let end = 0; end < good.length - 1; end += step)
      if (refusal(good.subarray(0, end)) === 'taken') taken.push(end);
    expect(taken).toEqual([]);
  });

  test('with more behind its end, or anything before its beginning, is refused', () => {
    expect(refusal(Buffer.concat([good, Buffer.from(' ')]))).toBe('rulePack.unsigned.message');
    expect(refusal(Buffer.concat([good.subarray(0, -1), good]))).toBe('rulePack.otherSignature.message');
    expect(refusal(Buffer.concat([Buffer.from('\uFEFF'), good]))).toBe('rulePack.unsigned.message');
  });

  test('that is too large is refused, though it is signed', () => {
    expect(refusal(signer.sign(JSON.stringify(later) + ' '.repeat(maxPackBytes)))).toBe(
      'rulePack.tooLarge.message',
    );
  });

  test('whose text is no JSON, or nested without end, is refused, though it is signed', () => {
    for (const text of [
      '',
      '{',
      'null',
      '[]',
      '"x"',
      '[1,'.repeat(50_000),
      '\xff',
      `${'['.repeat(9_000)}${']'.repeat(9_000)}`,
    ])
      expect(refusal(signer.sign(text)), text.slice(0, 10)).toBe('rulePack.unreadable.message');
  });

  test('may have its members in any order, twice, or named as those of every object', () => {
    const text = JSON.stringify(later);
    const turned = JSON.stringify(Object.fromEntries(Object.entries(later).reverse()));
    const twice = text.replace('"version":', '"version":7,"version":');
    const proto = text.replace('{', '{"__proto__":{"version":99},"constructor":{},');
    const inside = text.replace('"licences":{', '"licences":{"__proto__":{"BY":true},');
    for (const one of [turned, twice, proto, inside])
      expect(readRulePack(signer.sign(one), signer.key)).toEqual(later);
    expect(({} as { version?: number; BY?: boolean }).version).toBeUndefined();
    expect(({} as { version?: number; BY?: boolean }).BY).toBeUndefined();
  });
});

describe('a signed pack is refused', () => {
  const rule = 'year-before-open-access';
  const words = (pack: RulePack) => pack.rules[rule]!.en;
  test.each<[string, (pack: RulePack) => unknown]>([
    ['in another format', (pack) => Object.assign(pack, { format: 2 })],
    ['with a version that is no whole number', (pack) => (pack.version = 1.5)],
    ['with a version that counts down', (pack) => (pack.version = -3)],
    ['with a day that no month has', (pack) => (pack.date = '2026-02-30')],
    ['without countries', (pack) => (pack.vocabularies.countries = [])],
    ['without currencies', (pack) => Reflect.deleteProperty(pack.vocabularies, 'currencies')],
    ['with a country twice', (pack) => pack.vocabularies.countries.push(pack.vocabularies.countries[0]!)],
    ['with a code that no country has', (pack) => (pack.vocabularies.countries[0]!.alpha_2 = '<b')],
    [
      'with a licence at an address of a script',
      (pack) => (pack.vocabularies.licences['CC BY']!.url = 'javascript:x'),
    ],
    [
      'with too many values',
      (pack) => {
        for (let at = 0; at < 300; at++) pack.vocabularies.options.pid.push({ value: `${at}`, display: 'x' });
      },
    ],
    [
      'with a field in none',
      (pack) => pack.vocabularies.applicationFields.push({ path: 'a.b', kind: 'field' }),
    ],
    ['with a behaviour that no server has', (pack) => Object.assign(pack.profile, { wildcards: 'all' })],
    ['with markup in a text', (pack) => (words(pack).help = 'See <b>this</b>')],
    ['with a text of two lines', (pack) => (words(pack).help = 'See\nthis')],
    ['with a text that turns the direction of writing', (pack) => (words(pack).help = 'See \u202ethis')],
    ['with a text without end', (pack) => (words(pack).help = 'x'.repeat(2_000))],
    ['with a text that shows another one', (pack) => (words(pack).help = 'See $t(common.save)')],
    [
      'with a text that fills in what the rule does not say',
      (pack) => (words(pack).help = 'See {{readFormats}}'),
    ],
    ['with a text that formats', (pack) => (words(pack).help = 'See {{year, moment}}')],
    ['without the texts of a rule', (pack) => Reflect.deleteProperty(pack.rules, rule)],
    ['without the French texts of a rule', (pack) => Reflect.deleteProperty(pack.rules[rule]!, 'fr')],
    ['without the name of a kind', (pack) => Reflect.deleteProperty(words(pack), 'kind')],
  ])('%s', (_what, change) => {
    expect(refusal(signed(laterPack((pack) => void change(pack))))).toBe('rulePack.unreadable.message');
  });

  test('but not with rules and members that this Colophon does not know', () => {
    const pack = laterPack((one) => {
      one.rules['of-next-year'] = one.rules[rule]!;
    });
    expect(refusal(signed({ ...pack, more: { of: 'them' } }))).toBe('taken');
  });
});

describe('the saved pack', () => {
  function folder(): string {
    const made = mkdtempSync(join(tmpdir(), 'colophon-pack-'));
    onTestFinished(() => rmSync(made, { recursive: true, force: true }));
    return made;
  }

  test('is the pack of the program if it is newer', async () => {
    const data = folder();
    savePack(data, signed(laterPack()));
    expect(await useSavedPack(data, signer.key)).toBeNull();
    expect(activePack()).toEqual(laterPack());
    expect(await useSavedPack(folder(), signer.key)).toBeNull();
    expect(activePack()).toBe(shippedPack());
  });

  test('gives way to the one that comes with a newer Colophon', async () => {
    const data = folder();
    savePack(data, signed({ ...laterPack(), version: shippedPack().version }));
    expect(await useSavedPack(data, signer.key)).toBeNull();
    expect(activePack()).toBe(shippedPack());
  });

  test('is not used if it was changed, replaced by a link, or is too large', async () => {
    const data = folder();
    const file = join(data, 'rule-pack.json');
    const bytes = signed(laterPack());
    savePack(data, bytes);
    writeFileSync(file, bytes.toString().replace('"AF"', '"QQ"'));
    expect((await useSavedPack(data, signer.key))?.problem.key).toBe('rulePack.otherSignature.message');
    expect(activePack()).toBe(shippedPack());
    writeFileSync(file, Buffer.alloc(3_000_000));
    expect((await useSavedPack(data, signer.key))?.problem.key).toBe('rulePack.tooLarge.message');
    const elsewhere = join(folder(), 'pack.json');
    writeFileSync(elsewhere, bytes);
    rmSync(file);
    symlinkSync(elsewhere, file);
    expect(await useSavedPack(data, signer.key)).toBeNull();
    expect(activePack()).toBe(shippedPack());
  });
});
