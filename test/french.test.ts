import { afterEach, describe, expect, test } from 'vitest';
import { commanderError } from '../src/main/cli/commanderWords.ts';
import { acceptedLanguages, environmentLanguages } from '../src/main/platform/languages.ts';
import { checkArticle } from '../src/shared/article/articleRules.ts';
import { chooseLanguage, dayWords, localeOf, speak, t } from '../src/shared/i18n/i18n.ts';
import * as catalogue from './helpers/catalogue.ts';
import { runCli } from './helpers/runCli.ts';
import { textOf } from './helpers/textOf.ts';

const english = new Map(flatten(catalogue.english));
const french = new Map(flatten(catalogue.french));
const plural = /_(one|two|few|many|other)$/;
const forms = new Intl.PluralRules('fr').resolvedOptions().pluralCategories;

afterEach(() => speak('en'));

describe('the French catalogue', () => {
  test('has every English key with French plural forms and no others', () => {
    const needed = new Set([...english.keys()].flatMap(neededFor));
    expect([...needed].filter((key) => !french.has(key))).toEqual([]);
    expect([...french.keys()].filter((key) => !needed.has(key))).toEqual([]);
  });

  test('has the placeholders of the English messages', () => {
    const wrong = [...french].filter(([key, words]) => {
      const originals = [key, key.replace(plural, '_one'), key.replace(plural, '_other')];
      // A count of one may be spelled out, as in "one journal".
      const allowed = originals.map((one) => placeholders(english.get(one) ?? ''));
      return !allowed.includes(placeholders(words));
    });
    expect(wrong).toEqual([]);
  });

  test('has text wherever the English catalogue does', () => {
    const silent = [...french].filter(([key, words]) => words.trim() === '' && english.get(key) !== '');
    expect(silent).toEqual([]);
  });

  test('follows French typography', () => {
    const wrong = [...french].flatMap(([key, words]) => faultsOf(words).map((fault) => `${key}: ${fault}`));
    expect(wrong).toEqual([]);
  });

  test('uses the terms of the glossary in CONTRIBUTING.md', () => {
    const wrong = [...french].flatMap(([key, words]) =>
      synonyms.flatMap(([pattern, better, elsewhere]) =>
        pattern.test(words) && !elsewhere?.test(key) ? [`${key}: ${words} (${better})`] : [],
      ),
    );
    expect(wrong).toEqual([]);
  });

  test('counts one thing, several things, and millions of things', () => {
    const wrong = [...french].filter(([key, words]) => {
      if (key.endsWith('_one')) return counted.test(words.replace(/.* sur \{\{/, ''));
      const several = french.get(key.replace(/_many$/, '_other')) ?? '';
      return key.endsWith('_many') && counted.test(several) && !/\}\} (?:de |d’)/.test(words);
    });
    expect(wrong).toEqual([]);
  });

  test.each([
    ['Attention !', 'a plain space'],
    ['Journal: titre', 'a colon with no space'],
    ["L'article", 'a straight apostrophe'],
    ['« titre »', 'plain spaces within quotation marks'],
    ['“titre”', 'English quotation marks'],
    ['50 %', 'a plain space before per cent'],
    ['environ {{n}} s', 'a plain space before a unit'],
    ['32 000 caractères', 'a plain space in a number'],
  ])('would fail this test: %s', (words) => {
    expect(faultsOf(words)).not.toEqual([]);
  });

  test('chooses the form that the number needs and writes the number in French', async () => {
    await speak('fr');
    const said = [0, 1, 1.5, 2, 1_240, 1_000_000].map((count) => t('import.files', { count }));
    expect(said).toEqual([
      '0 fichier',
      '1 fichier',
      '1,5 fichier',
      '2 fichiers',
      '1\u202f240 fichiers',
      '1\u202f000\u202f000 de fichiers',
    ]);
  });
});

describe('the language', () => {
  test.each([
    ['fr', [], 'fr'],
    ['en', ['fr-FR'], 'en'],
    ['system', ['de-AT', 'fr-CA', 'en-US'], 'fr'],
    ['system', ['fr_FR.UTF-8'], 'fr'],
    ['system', ['FR'], 'fr'],
    ['system', ['fry-NL', 'C'], 'en'],
    ['system', [], 'en'],
  ] as const)('%s on a computer that speaks %j is %s', (setting, preferred, expected) => {
    expect(chooseLanguage(setting, preferred)).toBe(expected);
  });

  test('of the environment is the first non-empty variable in the order of POSIX', () => {
    const all = { LC_ALL: 'fr_FR.UTF-8', LC_MESSAGES: 'de_AT', LANG: 'en_GB' };
    expect(environmentLanguages(all)).toEqual(['fr_FR.UTF-8']);
    expect(environmentLanguages({ ...all, LC_ALL: '' })).toEqual(['de_AT']);
    expect(environmentLanguages({ LANG: 'en_GB' })).toEqual(['en_GB']);
    expect(environmentLanguages({})).toEqual([new Intl.DateTimeFormat().resolvedOptions().locale]);
  });

  test('of a browser is its preferred one', () => {
    expect(acceptedLanguages('en;q=0.5, fr-CA, de;q=0.7, it;q=0, *;q=0.1')).toEqual(['fr-CA', 'de', 'en']);
    expect(acceptedLanguages('')).toEqual([]);
  });

  test('of the rules’ messages is the current one, also after a switch', async () => {
    const said = () =>
      checkArticle({ bibjson: {} }, { dialect: '4.0', now: new Date() }).map(({ message }) =>
        textOf(message),
      );
    const first = said();
    await speak('fr');
    expect(said()).toContain('Saisissez le titre.');
    await speak('en');
    expect(said()).toEqual(first);
  });

  test('formats dates its own way', async () => {
    expect(dayWords('2026-11-21T23:30:00Z')).toBe('21 Nov 2026');
    await speak('fr');
    expect(dayWords('2026-11-21T23:30:00Z')).toBe('21 nov. 2026');
    expect(dayWords('some day')).toBe('date inconnue');
  });

  test('formats numbers and dates in the user’s regional variant', async () => {
    await speak('fr');
    expect(localeOf(['en-US', 'fr-CH'])).toBe('fr-CH');
    expect(localeOf(['en-US'])).toBe('fr');
    await speak('en');
    expect(localeOf(['fr-CH'])).toBe('en-GB');
  });
});

describe('the command line', () => {
  test('speaks French on request or when the computer does', async () => {
    const asked = await runCli(['upload', '--help', '--language', 'fr']);
    expect(asked.out).toMatch(/^Utilisation\u202f: colophon upload/);
    expect(asked.out).toContain('par défaut\u202f: auto');
    const usual = await runCli(['uploda'], { environment: { LANG: 'fr_FR.UTF-8' } });
    expect(usual.err).toBe(
      'La commande «\u00a0uploda\u00a0» n’existe pas.\n(Vouliez-vous dire\u202f: upload\u202f?)\n',
    );
    expect(usual.code).toBe(2);
  });

  test('lists the languages it knows', async () => {
    const { err, code } = await runCli(['--language', 'de']);
    expect(err).toContain('en, fr');
    expect(code).toBe(2);
  });

  test.each([
    ["error: missing required argument 'files'\n", /files/],
    ["error: option '--port <number>' argument missing\n", /--port <number>/],
    ["error: required option '--account <name>' not specified\n", /--account <name>/],
    ["error: unknown option '--foo'\n", /--foo/],
    ["error: too many arguments for 'list'. Expected 0 arguments but got 2: a, b.\n", /a, b/],
  ])('translates: %s', (text, expected) => {
    const words = commanderError(text);
    expect(words).toMatch(expected);
    expect(words).not.toContain('error:');
  });

  test('leaves untranslated messages alone', () => {
    expect(commanderError('error: something new\n')).toBe('error: something new\n');
  });
});

/** Words to avoid, what to use instead, and the keys where such a word means something else. */
const synonyms: [RegExp, string, RegExp?][] = [
  [word('gestionnaire'), 'l’équipe du répertoire', /^compliance\.disclaimer$/],
  [word('catalogue|annuaire'), 'le répertoire'],
  [word('bailleur|sponsor|organisme subventionnaire'), 'financeur'],
  [word('un import|l’import'), 'importation'],
  [word('clés? API'), 'clé', /^settings\.accounts\.key(?:Title|Label)$|^cli\.account\.keyPrompt$/],
  [word('soumissions?'), 'candidature ou envoi', /weeks$/],
  [word('constructeurs? de requêtes?'), 'assistant de requête'],
  [word('vérifications automatiques'), 'contrôles automatiques'],
  [word('étoiles?'), 'astérisque'],
  [/dans les réglages/, 'dans les Réglages'],
  [word('journal d’exécution'), 'journal d’activité'],
  [word('abandonnée?s?'), 'échoué', /^import\.discarded$/],
  [word('mise?s? de côté|laissée?s? de côté'), 'ignoré, non importé'],
  [word('refaire|refait'), 'rétablir'],
  [word('d’(?:lui|elle)-même'), 'automatiquement'],
  [word('comme l’ordinateur'), 'comme le système'],
  [word('e-?mails?|mèls?'), 'adresse électronique, courriel'],
  [word('cliqu\\p{L}+'), 'choisir ou appuyer : il y a des claviers'],
  [word('invalides?|interdite?s?|illéga\\p{L}+'), 'ce qui s’est passé, et comment y remédier'],
  [word('s’il vous plaît|désolée?s?|veuillez|merci de'), 'ce qui s’est passé, et comment y remédier'],
  [word('tu|ton|tes|toi'), 'vous'],
];

/** `\b` does not know accents. */
function word(forms: string): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${forms})(?!\\p{L})`, 'iu');
}

const counted =
  /(?<!\b(?:[Ll]es|[Cc]es|[Ss]es|des) )\{\{(?:n|count)\}\} (?:notices|articles|brouillons|revues|requêtes|fichiers|financeurs|auteurs|mots-clés|lots|valeurs|modifications|erreurs|alertes|envois|demandes|candidatures|résultats|questions)\b/;

/** The French keys that an English one requires. i18next accepts `_zero` for 0 in any language. */
function neededFor(key: string): string[] {
  if (!plural.test(key)) return [key];
  return forms.map((form) => key.replace(plural, `_${form}`));
}

function placeholders(words: string): string {
  return [...new Set(words.match(/\{\{.*?\}\}/g))].sort().join(' ');
}

/** Returns violations of French typography: narrow no-break spaces before high punctuation, no-break ones within « ». Values, addresses and code are ignored. */
function faultsOf(words: string): string[] {
  const text = words.replace(/\{\{.*?\}\}|https?:\/\/[^\s,)]*|&\w+;|\w*:[>\w]+/g, 'x');
  const faults = [
    /.?['“”"].?/,
    /[^\u202f][;:!?%]/,
    /«[^\u00a0]/,
    /[^\u00a0]»/,
    /[x\d] (?:s|min|h|ms|ko|Mo|Go|000)(?![\p{L}’])/u,
  ];
  return faults.flatMap((fault) => fault.exec(text)?.[0] ?? []);
}

function flatten(tree: object, path: string[] = []): [string, string][] {
  return Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'string' ? [[[...path, name].join('.'), value]] : flatten(value, [...path, name]),
  ) as [string, string][];
}
