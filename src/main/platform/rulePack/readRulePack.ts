import type { JsonWebKey } from 'node:crypto';
import { isTooNested } from '../../../shared/nesting.ts';
import { shippedPack } from '../../../shared/rulePack/rulePack.ts';
import { packKey, type RulePack, rulePackSchema } from '../../../shared/rulePack/rulePackSchema.ts';
import { fail } from '../failures.ts';
import { isSignedBy, maxPackBytes, readSigned } from './signedText.ts';

/** The pack in a signed file; throws AppError if it is too large, not signed with our key, or no such pack. */
export function readRulePack(bytes: Buffer, key: JsonWebKey = packKey): RulePack {
  if (bytes.length > maxPackBytes) throw fail('rulePack.tooLarge', { limit: maxPackBytes / 1_000_000 });
  const signed = readSigned(bytes);
  if (!signed) throw fail('rulePack.unsigned');
  if (!isSignedBy(key, signed)) throw fail('rulePack.otherSignature');
  const found = rulePackSchema.safeParse(parse(signed.payload));
  if (!found.success) {
    const [first] = found.error.issues;
    throw fail('rulePack.unreadable', {}, { details: first && `${first.path.join('.')}: ${first.message}` });
  }
  const fault = faultInWords(found.data.rules, shippedPack().rules);
  if (fault !== null) throw fail('rulePack.unreadable', {}, { details: fault });
  return found.data;
}

function parse(payload: Buffer): unknown {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload));
    return isTooNested(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** Every rule whose texts this program takes from the pack needs them, and fills in nothing else. */
function faultInWords(rules: RulePack['rules'], known: RulePack['rules']): string | null {
  for (const [code, rule] of Object.entries(known)) {
    for (const language of ['en', 'fr'] as const) {
      const words = Object.hasOwn(rules, code) ? rules[code]![language] : null;
      if (words === null || (rule[language].kind !== undefined && words.kind === undefined))
        return `rules.${code}: no texts`;
      const odd = [...placeholders(words)].find((name) => !placeholders(rule[language]).has(name));
      if (odd !== undefined) return `rules.${code}: {{${odd}}}`;
    }
  }
  return null;
}

function placeholders({ kind = '', message, help }: RulePack['rules'][string]['en']): Set<string> {
  return new Set([...`${kind} ${message} ${help}`.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!));
}
