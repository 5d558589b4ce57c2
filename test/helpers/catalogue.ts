import { readFileSync } from 'node:fs';
import { type Language, languages } from '../../src/shared/languages.ts';
import { shippedPack } from '../../src/shared/rulePack/rulePack.ts';

type Texts = { [key: string]: string | Texts };

/** Every file of `locales`, without its language. */
const parts = ['later.', 'help.', 'office.', 'compliance.', 'main.'];

/** The texts that the window loads at first, and with which it must show the list of drafts. */
export const firstTexts = withRuleTexts(read('en'), 'en');

/** Those that no window has. */
export const mainTexts = read('main.en');

/** Every text in English, whichever part of Colophon loads it. */
export const english = joined('en');

/** The same in French. */
export const french = joined('fr');

/** All of them; a further language needs a test like `french.test.ts`. */
export const catalogues = Object.fromEntries(languages.map((one) => [one, joined(one)])) as Readonly<
  Record<Language, Texts>
>;

/** Files may share sections, but only one may have a text. */
function joined(language: Language): Texts {
  const all = read(language);
  for (const part of parts) addTo(all, read(`${part}${language}`), []);
  return withRuleTexts(all, language);
}

/** Adds those of the rule pack, which comes with the page. */
function withRuleTexts(all: Texts, language: Language): Texts {
  const words = Object.entries(shippedPack().rules).map(([code, rule]) => {
    const { source: _source, ...texts } = rule[language];
    return [code, texts as Texts];
  });
  addTo(all, { finding: Object.fromEntries(words) }, []);
  return all;
}

/** Not imported, because adding texts to the catalogue of this process changes the imported object. */
function read(name: string): Texts {
  const file = new URL(`../../src/shared/i18n/locales/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Texts;
}

function addTo(all: Texts, added: Texts, path: readonly string[]): void {
  for (const [name, value] of Object.entries(added)) {
    const known = all[name];
    if (known === undefined) all[name] = value;
    else if (typeof known === 'string' || typeof value === 'string')
      throw new Error(`Two files have a text for ${[...path, name].join('.')}.`);
    else addTo(known, value, [...path, name]);
  }
}
