import { getEnvironmentData } from 'node:worker_threads';
import withoutCode from '../../../resources/languagesWithoutCode.json' with { type: 'json' };
import file from '../../../resources/rulePack.json' with { type: 'json' };

/** Those of the rule pack that Colophon has given to all of its threads, so that both know the same values. */
const { vocabularies } =
  (getEnvironmentData('colophon.rulePack') as typeof file.pack | undefined) ?? file.pack;

/**
 * The permissions granted by a licence; the directory overwrites sent values with these (reference/directory-api.md
 * 5.5).
 */
export interface Licence {
  BY: boolean;
  NC: boolean;
  ND: boolean;
  SA: boolean;
  url: string;
}

/** The licences whose attributes the directory knows, by type. */
export const licences: ReadonlyMap<string, Licence> = new Map(
  Object.entries(vocabularies.licences).map(([type, { BY, NC, ND, SA, url }]) => [
    type,
    { BY, NC, ND, SA, url },
  ]),
);

/** The one licence type whose attributes the publisher sets. */
export const OWN_LICENCE = "Publisher's own license";

/** Every accepted licence type, in its exact spelling. */
export const licenceTypes: readonly string[] = optionsOf('licence');

/** The choices of the fields that also accept free text, including the reserved words. */
export const choices = {
  reviewProcess: optionsOf('review'),
  preservation: optionsOf('preservation'),
  depositPolicy: optionsOf('deposit'),
  pidScheme: optionsOf('pid'),
} as const;

/** Keywords that are refused, in lower case. */
export const stopWords: readonly string[] = vocabularies.stopWords;

const countryCodes = new Set(vocabularies.countries.map(({ alpha_2 }) => alpha_2));
const countriesByText = new Map(
  vocabularies.countries.flatMap((country) =>
    [
      country.common_name,
      country.official_name,
      country.name,
      country.numeric,
      country.alpha_3,
      flagOf(country.alpha_2),
      country.alpha_2,
    ].flatMap((text): [string, string][] => (text ? [[text.toLowerCase(), country.alpha_2]] : [])),
  ),
);

/** The flag emoji, which the service's list includes beside the names. */
function flagOf(code: string): string {
  return String.fromCodePoint(...[...code].map((letter) => 0x1f1e6 + letter.charCodeAt(0) - 65));
}

/** The two-letter code of a country given by code, number, name or flag in any case; undefined if unknown. */
export function countryCode(text: string): string | undefined {
  return countriesByText.get(text.toLowerCase());
}

/** Returns true if the form offers the country: its code in capitals. */
export function isCountryCode(text: string): boolean {
  return countryCodes.has(text);
}

const currenciesByText = new Map([
  ...vocabularies.currencies.map(({ code, name }): [string, string] => [name.toLowerCase(), code]),
  ...vocabularies.currencies.map(({ code, numeric }): [string, string] => [numeric, code]),
  ...vocabularies.currencies.map(({ code }): [string, string] => [code.toLowerCase(), code]),
]);

/** The code of a currency given by code, number or name in any case; undefined if unknown. */
export function currencyCode(text: string): string | undefined {
  return currenciesByText.get(text.toLowerCase());
}

const languagesByText = new Map(
  vocabularies.languages.flatMap(({ alpha_2, alpha_3, bibliographic, name }) =>
    [name, bibliographic, alpha_3, alpha_2].flatMap((text): [string, string][] =>
      text ? [[text.toLowerCase(), alpha_2.toUpperCase()]] : [],
    ),
  ),
);

/** Returns true if a text in lower case is the three-letter code or the name of a language that has no two-letter code. */
function isWithoutCode(text: string): boolean {
  if (Object.hasOwn(withoutCode.names, text)) return true;
  return Object.values(withoutCode.names).some((name) => name.toLowerCase() === text);
}

/** In capitals; null for a language that is dropped (addenda 5.2), undefined for other texts. */
export function languageCode(text: string): string | null | undefined {
  const known = languagesByText.get(text.toLowerCase());
  if (known !== undefined) return known;
  return isWithoutCode(text.toLowerCase()) ? null : undefined;
}

function optionsOf(field: keyof typeof vocabularies.options): string[] {
  return vocabularies.options[field].map(({ value }) => value);
}
