import languagesWithoutCode from '../../../resources/languagesWithoutCode.json' with { type: 'json' };
import { own } from '../json.ts';
import { activePack, ofPack } from '../rulePack/rulePack.ts';

/** The two-letter code that the directory stores for a country, or null if it stores the text and then refuses it (addenda, 5.2). */
export function serviceCountry(text: string): string | null {
  return lookups().country.get(text.toLowerCase()) ?? null;
}

/** The code that the directory stores for a language; `dropped` if it knows the language but has no code for it; null if it refuses the text. */
export function serviceLanguage(text: string): string | 'dropped' | null {
  const key = text.toLowerCase();
  const code = lookups().language.get(key);
  if (code !== undefined) return code;
  return lookups().codeless.has(key) ? 'dropped' : null;
}

/** The currency code that the directory stores, or null if it refuses the text. */
export function serviceCurrency(text: string): string | null {
  return lookups().currency.get(text.toLowerCase()) ?? null;
}

/**
 * The attributes and address that the directory assigns to a licence type; null for custom and unknown licences
 * (reference/directory-api.md 5.5).
 */
export function licenceFacts(
  type: string,
): { BY: boolean; NC: boolean; ND: boolean; SA: boolean; url: string } | null {
  return own(activePack().vocabularies.licences, type) ?? null;
}

interface Lookups {
  country: Map<string, string>;
  language: Map<string, string>;
  codeless: Set<string>;
  currency: Map<string, string>;
}

/** The directory's own tables: every text by which it looks up a code, in lower case. */
const lookups = ofPack(
  ({ vocabularies }): Lookups => ({
    country: tableOf(vocabularies.countries, (one) => [
      one.alpha_2,
      [one.alpha_2, one.alpha_3, one.numeric, one.name, one.official_name, one.common_name],
    ]),
    language: new Map([
      ...tableOf(vocabularies.languages, (one) => [
        one.alpha_2.toUpperCase(),
        [one.alpha_2, one.alpha_3, one.bibliographic, one.name, one.common_name, one.inverted_name],
      ]),
      // Its table also has one-letter columns for the type of language, and finds the first row that matches them too.
      ['m', 'AK'],
    ]),
    codeless: new Set([
      ...Object.entries(languagesWithoutCode.names).flatMap((entry) =>
        entry.map((text) => text.toLowerCase()),
      ),
      ...'aceihls',
    ]),
    // Two names belong to two currencies each; its table finds the later code.
    currency: tableOf(vocabularies.currencies.toReversed(), ({ code, name, numeric }) => [
      code,
      [code, name, numeric],
    ]),
  }),
);

/** The first row with a text wins, but codes take precedence over names. */
function tableOf<Row>(
  rows: readonly Row[],
  read: (row: Row) => [code: string, texts: (string | undefined)[]],
): Map<string, string> {
  const table = new Map<string, string>();
  const width = Math.max(...rows.map((row) => read(row)[1].length));
  for (let column = 0; column < width; column++) {
    for (const row of rows) {
      const [code, texts] = read(row);
      const key = texts[column]?.toLowerCase();
      if (key !== undefined && !table.has(key)) table.set(key, code);
    }
  }
  return table;
}
