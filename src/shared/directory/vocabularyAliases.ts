import { own } from '../json.ts';
import { activePack, ofPack } from '../rulePack/rulePack.ts';
import { foldText } from '../text/foldText.ts';

/** Normalises `text` for comparing names: lower case, without accents, punctuation and repeated blanks. */
export function plainKey(text: string): string {
  return foldText(text)
    .replace(/[\u2018\u2019']/g, '')
    .replace(/[^\p{L}\p{N}\p{Sc}]+/gu, ' ')
    .trim();
}

/**
 * The codes meant by a text unknown to the directory: former, everyday and foreign names of languages, countries and
 * currencies, language tags (`en-GB`), currency signs, licences as in their deeds. Several if ambiguous.
 */
export function codesMeantBy(list: string, text: string): string[] {
  const flag = list === 'country' ? flagOf(text) : null;
  if (flag) return flag;
  const key = plainKey(text);
  if (key === '') return [];
  const aliases: Record<string, Record<string, string[]>> = activePack().aliases;
  const known = own(own(aliases, list) ?? {}, key);
  if (known !== undefined) return known;
  if (list === 'licence') return licenceMeantBy(text);
  if (list === 'currency') return currencyMeantBy(key);
  if (list === 'country') return namesInAllLanguages('region').get(key) ?? [];
  if (list !== 'language') return [];
  const tag = /^([a-z]{2})[-_](?:[a-z]{4}[-_])?(?:[a-z]{2}|\d{3})$/i.exec(text.trim());
  return tag ? [tag[1]!.toUpperCase()] : (namesInAllLanguages('language').get(key) ?? []);
}

/** A licence from `CC-BY 4.0`, `Attribution-NonCommercial`, the address of its deed, or another spelling of its name. */
function licenceMeantBy(text: string): string[] {
  const key = plainKey(text);
  if (/^(?:cc ?0|cc zero)|publicdomain zero/.test(key)) return ['CC0'];
  if (/^public domain|publicdomain mark/.test(key)) return ['Public domain'];
  if (/^(?:the )?publishers? own licen[cs]e$|^own licen[cs]e$/.test(key)) return ["Publisher's own license"];
  const elements =
    / (?:licenses|licences) (by(?: nc)?(?: sa| nd)?)\b/.exec(` ${key}`)?.[1] ??
    /^(?:cc|creative commons)? ?(by(?: nc)?(?: sa| nd)?)(?: \d.*)?$/.exec(
      key
        .replace('attribution', 'by')
        .replace(/non ?commercial/, 'nc')
        .replace(/share ?alike/, 'sa')
        .replace(/no ?deriv(?:ative)?s?/, 'nd'),
    )?.[1];
  return elements ? [`CC ${elements.toUpperCase().replaceAll(' ', '-')}`] : [];
}

/** A code with its sign, such as `€ EUR` or `USD $`, or a name. */
function currencyMeantBy(key: string): string[] {
  const code = /^(?:\p{Sc} )?([a-z]{3})(?: ?\p{Sc})?$/u.exec(key)?.[1];
  if (code === key) return [];
  return code === undefined ? (namesInAllLanguages('currency').get(key) ?? []) : [code.toUpperCase()];
}

function flagOf(text: string): string[] | null {
  const letters = [...text.trim()].map((sign) => sign.codePointAt(0)! - 0x1f1e6);
  if (letters.length !== 2 || letters.some((letter) => letter < 0 || letter > 25)) return null;
  return [String.fromCharCode(...letters.map((letter) => 65 + letter))];
}

/** The languages in which names of languages, countries and currencies are recognised. */
const nameLanguages = 'en de fr es pt it nl pl ru uk tr id zh ja ko ar fa cs sv da nb fi hu ro hr sr'.split(
  ' ',
);

const nameTables = ofPack(() => new Map<string, Map<string, string[]>>());

const codesNamed = ofPack(({ vocabularies: { languages, countries, currencies } }) => ({
  language: languages.map(({ alpha_2 }) => alpha_2),
  region: countries.map(({ alpha_2 }) => alpha_2),
  currency: currencies.map(({ code }) => code),
}));

/** Codes by their normalised names in many languages, built when first needed. */
function namesInAllLanguages(type: 'language' | 'region' | 'currency'): Map<string, string[]> {
  const cached = nameTables().get(type);
  if (cached) return cached;
  const codes = codesNamed()[type];
  const found = new Map<string, Set<string>>();
  for (const language of nameLanguages) {
    const names = new Intl.DisplayNames([language], { type, fallback: 'none' });
    for (const code of codes) {
      const name = names.of(code);
      if (name === undefined) continue;
      const key = plainKey(name);
      found.set(key, (found.get(key) ?? new Set()).add(code.toUpperCase()));
    }
  }
  const table = new Map([...found].filter(([key]) => key !== '').map(([key, codes]) => [key, [...codes]]));
  nameTables().set(type, table);
  return table;
}
