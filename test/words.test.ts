import { describe, expect, test } from 'vitest';
import { failures } from '../src/main/platform/failures.ts';
import { calls, events } from '../src/shared/contract/contract.ts';
import { t } from '../src/shared/i18n/i18n.ts';
import { english as en, firstTexts, mainTexts } from './helpers/catalogue.ts';
import { reachedFrom } from './helpers/reachedFrom.ts';
import { readSource, readSources, type Source } from './helpers/sources.ts';

const plural = /_(zero|one|two|few|many|other)$/;
const keys = new Map(flatten(en).map(([key, words]) => [key.replace(plural, ''), words]));
const keysOfMain = new Set(flatten(mainTexts).map(([key]) => key.replace(plural, '')));
const sources = readSources('src');
const failuresFile = 'src/main/platform/failures.ts';
const errorKeys = Object.entries(failures).flatMap(([name, [, ...texts]]) =>
  ['message', ...texts].map((text) => `${name}.${text}`),
);

describe('every user-visible text', () => {
  test('is in the catalogue', () => {
    expect(sources.flatMap(missingKeys)).toEqual([]);
  });

  test('that no window has is used only where main makes text by itself', () => {
    const makesText = /^src\/main\/((cli|shell)\/|openHost\.ts$|.*\/export[A-Z]\w*\.ts$)/;
    const others = sources.filter(({ file }) => !makesText.test(file));
    expect(others.flatMap(mainKeys)).toEqual([]);
    const wrong = readSource('src/renderer/x.tsx', `t('cli.check.accepted'); t(\`search.file.\${column}\`);`);
    expect(mainKeys(wrong)).toHaveLength(2);
  });

  test('of the first screen is loaded with it', () => {
    const first = keysWith('src/renderer/main.tsx', 'src/renderer/screens/Drafts/Drafts.tsx');
    expect(first.filter(isLater)).toEqual([]);
    expect(keysWith('src/renderer/screens/ArticleForm/ArticleForm.tsx').filter(isLater)).not.toEqual([]);
  });

  test('is used', () => {
    const isUsed = usage(sources);
    expect([...keys.keys()].filter((key) => !isUsed(key))).toEqual([]);
  });

  test('of an error is there, and the error has all that stand beside its problem', () => {
    for (const [name, [, ...texts]] of Object.entries(failures)) {
      const there = ['message', 'why', 'fix'].filter((text) => keys.has(`${name}.${text}`));
      expect([name, ...there]).toEqual([name, 'message', ...texts]);
    }
  });

  test('is in no file but the catalogue', () => {
    const bare = sources.flatMap(({ file, bareWords }) => bareWords.map((words) => `${file}: ${words}`));
    expect(bare).toEqual([]);
  });

  test('has content, except for a missing reason or remedy, and an "other" wherever it has plural forms', () => {
    const all = new Set(flatten(en).map(([key]) => key));
    expect(
      flatten(en).filter(([key, words]) => words.trim() === '' && !/\.(why|fix|help)$/.test(key)),
    ).toEqual([]);
    const lonely = [...all].filter((key) => plural.test(key) && !all.has(key.replace(plural, '_other')));
    expect(lonely).toEqual([]);
  });

  test('is empty, and never its key, if there is no reason or remedy', () => {
    const empty = flatten(en).filter(([, words]) => words === '');
    expect(empty).not.toEqual([]);
    for (const [key] of empty) expect(t(key)).toBe('');
  });

  test('uses the terms of the glossary in CONTRIBUTING.md', () => {
    expect(flatten(en).flatMap(otherNames)).toEqual([]);
  });

  test('has typographic quotation marks and apostrophes, except in code', () => {
    const typed = /"open science"|"Publisher's own license"|“Publisher's own license”/g;
    const straight = flatten(en).filter(([, words]) => /["']/.test(words.replace(typed, '')));
    expect(straight).toEqual([]);
  });

  test('is lower-case without a full stop for an option, and begins with a capital for a command', () => {
    const unlike = flatten(en).filter(
      ([key, words]) =>
        (key.startsWith('cli.option.') && !/^(?:[a-z]|JSON|ROR|ISSN).*[^.]$/.test(words)) ||
        (/^cli\.(?:\w+\.)?description$/.test(key) && !/^[A-Z].*[^.]$/.test(words)),
    );
    expect(unlike).toEqual([]);
  });

  test('ends a count of errors or warnings with a full stop only if it is a sentence', () => {
    const isCount = /\.(errors|warnings)_(one|other)$/;
    const isStray = /^\{\{(n|count)\}\}(?!.*\b(is|are|has|have)\b).*\.$/;
    const stray = flatten(en).filter(([key, words]) => isCount.test(key) && isStray.test(words));
    expect(stray).toEqual([]);
  });

  test('has plural forms wherever a number counts something', () => {
    expect(flatten(en).flatMap(countsWrongly)).toEqual([]);
  });

  test('ends a problem, reason or remedy like a sentence', () => {
    const open = flatten(en).filter(
      ([key, words]) =>
        /\.(message|why|fix|help)$/.test(key) &&
        !/^(menu|commands|complianceScreen)\.|\.(column|option)\./.test(key) &&
        words !== '' &&
        !/([.:?]|\}\}\)?)$/.test(words),
    );
    expect(open).toEqual([]);
  });

  test.each([
    ['x.message', 'The change request was invalid.'],
    ['x.message', 'Please click on the record.'],
    ['x.name', 'Ask the operator of the directory.'],
    ['x.name', 'Organization'],
    ['x.name', 'Highest charges'],
  ])('would fail this test if %s said: %s', (key, words) => {
    expect(otherNames([key, words])).not.toEqual([]);
  });

  test.each([
    ['x.sum', '{{n}} records sent'],
    ['x.sum', '{{done}} of {{total}} articles read'],
    ['x.sum_one', '{{n}} drafts'],
    ['x.sum_other', '{{n}} draft was kept.'],
    ['x.sum', '{{n}} record(s)'],
  ])('would fail this test if %s counted: %s', (key, words) => {
    expect(countsWrongly([key, words])).not.toEqual([]);
  });

  test.each([
    ['an unknown key', "t('shell.nothing')", { missing: 1 }],
    ['an unknown key of a message', "msg('nothing.message')", { missing: 1 }],
    ['an unknown key in a choice', "t(bad ? 'shell.title' : 'shell.nothing')", { missing: 1 }],
    ['a pattern that no key fits', `t(\`shell.\${kind}.nothing\`)`, { missing: 1 }],
    ['words in JSX', '<p>Hello <b>{name}</b></p>', { bare: 1 }],
    ['words in an attribute', '<input placeholder="Search" type="text" />', { bare: 1 }],
    ['nothing in good code', `<p title={t('shell.title')}>{t(\`shell.\${door}.host\`)} – 1</p>`, {}],
  ])(
    'would fail this test: %s',
    (_name, code, { missing = 0, bare = 0 }: { missing?: number; bare?: number }) => {
      const source = readSource('src/renderer/x.tsx', code);
      expect(missingKeys(source)).toHaveLength(missing);
      expect(source.bareWords).toHaveLength(bare);
    },
  );

  test('would fail this test if unused', () => {
    const isUsed = usage([
      readSource('src/x.ts', `t('shell.title'); const label = 'menu.quit'; t(\`shell.door.\${what}\`);`),
    ]);
    expect(['shell.title', 'menu.quit', 'shell.door.host'].filter(isUsed)).toHaveLength(3);
    expect(['menu.file', 'shell.port.fix'].filter(isUsed)).toEqual([]);
  });
});

/** Words to avoid, what to use instead, and the keys where such a word means something else. */
const synonyms: [RegExp, string, RegExp?][] = [
  [/\b(?:change|modification) requests?\b/i, 'Update Request'],
  [/\bupdate request\b|\bUpdate request\b/, 'Update Request'],
  [/\b(?:sponsor|grantor)s?\b/i, 'funder'],
  [/\b(?:catalogue?|index|registry)\b/i, 'the directory', /^compliance\.log\.Hybrid-/],
  [/\boperator\b/i, 'the directory’s staff', /^compliance\.disclaimer$/],
  [/\bsubmissions?\b/i, 'application or upload', /weeks$/],
  [/\bAPI keys?\b/i, 'key', /^settings\.accounts\.key(?:Title|Label)$|^cli\.account\.keyPrompt$/],
  [/\bpick(?:s|ed)?\b(?! up| it up)/i, 'select', /^applicationLife\.(?:status|news)\.review$/],
  [/\bhits?\b/i, 'result'],
  [/\b(?:highest|publication|other) charges?\b/i, 'fee'],
  [/\bbrackets\b/i, 'parentheses', /^help\.searchSyntax\.text$/],
  [/\bblanks?\b/i, 'space'],
  [/\binstitutions?\b/i, 'organisation'],
  [/\bgiven up\b|\bseveral tries\b/i, 'failed, attempts'],
  [/\b(?:sync|synchronis|deposit(?:ed|s)? your)\w*/i, 'send'],
  [/\bbin\b|\brecycle\b/i, 'trash'],
  [/\bpreferences\b|\bin the settings\b/i, 'Settings'],
  [/\bpolicy check|\bcompliance comparison/i, 'compliance check, matrix'],
  [/\banew\b/i, 'again'],
  [/\bmend(?:s|ed)?\b/i, 'fix'],
  [/\bset aside\b/i, 'ignore'],
  [/\btak(?:e|es|en|ing) back\b|\bdo it again\b/i, 'undo, redo'],
  [/\bfor good\b/i, 'permanently'],
  [/\bwithout a title\b/i, 'untitled', /^finding\.|^help\./],
  [/\bwhat (?:came|becomes?|became) of\b/i, 'result'],
  [/\bgo(?:es)? on\b|\bby itself\b/i, 'continue, automatically'],
  [/\b(?:somebody|anybody|everybody)\b/i, 'someone, anyone, everyone'],
  [/\bnot there any more\b/i, 'no longer exists'],
  [/\bdirectory’s words\b/i, 'original message'],
  [/\bmail\b(?<!e-mail)|\bemail\b|\bweb ?site\b(?<!website)|\bUrl\b/i, 'e-mail, website, address'],
  [/\bsupposed to\b|\bplease\b|\bsorry\b|\boops\b|\bunfortunately\b/i, 'what happened'],
  [/\binvalid\b|\bforbidden\b|\billegal\b|\babort|\bfatal\b/i, 'what happened and how to put it right'],
  [/\bclick\b/i, 'choose or press: there are keyboards', /^frame\.keys\.pickRange$/],
  [/\b\w+(?:ization|izing|ized)\b|\bcolors?\b|\bbehavior\b|\bcanceled\b/i, 'British spelling'],
  [/\blicense\b/i, 'licence', /^finding\.licence-unknown\.help$/],
];

function otherNames([key, said]: [string, string]): string[] {
  // People search for commands in words that the screen does not use.
  if (key.startsWith('commands.words.')) return [];
  const words = said.replace(/\{\{\w+\}\}/g, '');
  return synonyms.flatMap(([pattern, better, elsewhere]) =>
    pattern.test(words) && !elsewhere?.test(key) ? [`${key}: ${words} (${better})`] : [],
  );
}

const things =
  'record|article|draft|journal|request|file|funder|author|keyword|batch|value|change|error|warning|upload|minute|second|hour|day|week|month|question|result';
const many = new RegExp(`\\{\\{\\w+\\}\\} (?:\\w+ )?(?:${things.replace('batch', 'batche')})s\\b|\\(s\\)`);
const one = new RegExp(`\\{\\{(?:n|count)\\}\\} (?:${things})\\b(?! or| Update Requests)`);
/** Keys whose number is never one. */
const alwaysMany =
  /^(?:finding\.(?:authors-joined|keywords-joined|keywords-many|journal-keywords-many|keyword-split)\.message|fix\.split\w+|compliance\.matrix\.tooLarge\.message|search\.wall\.what|store\.recordTooLarge\.message|import\.read\.overLimits|application\.review\.title\.many)$/;

/** A number before a noun, in a text without plural forms or with wrong ones. */
function countsWrongly([key, words]: [string, string]): string[] {
  const form = plural.exec(key)?.[1];
  const isWrong =
    form === 'one'
      ? / of /.test(words) === false && many.test(words)
      : form === 'other'
        ? one.test(words)
        : many.test(words) && !alwaysMany.test(key);
  return isWrong ? [`${key}: ${words}`] : [];
}

/** Keys and key patterns that a file uses but the catalogue does not have. */
function missingKeys({ file, keys: asked, literals, templates }: Source): string[] {
  const names = [...Object.keys(calls), ...Object.keys(events)];
  const unknown = asked.filter((key) => /^[a-z]\w*\./.test(key) && !isKnown(key));
  // A key may be chosen in one place and used in another, so any literal in a section counts, unless the contract has that name.
  const elsewhere = literals.filter(
    (text) => looksLikeKey(text) && !isOfErrors(text) && !names.includes(text) && !isKnown(text),
  );
  const patterns = templates
    .filter(isPattern)
    .filter((parts) => ![...keys.keys(), ...Object.keys(failures)].some((key) => toPattern(parts).test(key)));
  return [...unknown, ...elsewhere, ...patterns.map((parts) => parts.join('…'))].map(
    (key) => `${file}: ${key}`,
  );
}

/** The name of an error, or of a group of errors, whose keys `fail` makes. */
function isOfErrors(text: string): boolean {
  return Object.keys(failures).some((name) => `${name}.`.startsWith(`${text}.`));
}

/** Keys and key patterns of a file that name texts of main alone. */
function mainKeys({ file, keys: asked, literals, templates }: Source): string[] {
  const patterns = templates.filter(isPattern).filter((parts) => {
    const pattern = toPattern(parts);
    const meant = [...keys.keys()].filter((key) => pattern.test(key));
    return meant.length > 0 && meant.every((key) => keysOfMain.has(key));
  });
  return [
    ...[...new Set([...asked, ...literals])].filter((key) => keysOfMain.has(key)),
    ...patterns.map((parts) => parts.join('…')),
  ].map((key) => `${file}: ${key}`);
}

/** Returns a function that returns true if any source uses a key, as a literal or by a matching template. */
function usage(all: Source[]): (key: string) => boolean {
  const ofErrors = new Set(all.some(({ file }) => file === failuresFile) ? errorKeys : []);
  const literals = new Set(all.flatMap((source) => [...source.literals, ...source.keys]));
  const patterns = all.flatMap((source) => source.templates.filter(isPattern).map(toPattern));
  return (key) => literals.has(key) || ofErrors.has(key) || patterns.some((pattern) => pattern.test(key));
}

/** The keys that these files use, with all files that are loaded with them. */
function keysWith(...entries: string[]): string[] {
  return [...keys.keys()].filter(usage(reachedFrom(sources, entries)));
}

function isLater(key: string): boolean {
  const names = key.split('.');
  const text = names
    .slice(0, -1)
    .reduce<unknown>((tree, name) => (tree as Tree | undefined)?.[name], firstTexts);
  return !Object.keys((text ?? {}) as Tree).some((name) => name.replace(plural, '') === names.at(-1));
}

type Tree = Record<string, unknown>;

function isKnown(key: string): boolean {
  return keys.has(key);
}

function looksLikeKey(text: string): boolean {
  return /^[a-z]\w*(\.[\w-]+)+$/.test(text) && Object.hasOwn(en, text.split('.')[0]!);
}

/** A template that begins with a section of the catalogue. */
function isPattern(parts: string[]): boolean {
  const [first = ''] = parts;
  return (
    parts.length > 1 &&
    first.includes('.') &&
    Object.hasOwn(en, first.split('.')[0]!) &&
    /^[\w.-]+$/.test(first)
  );
}

function toPattern(parts: string[]): RegExp {
  return new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('[\\w-]+')}$`);
}

function flatten(tree: object, path: string[] = []): [string, string][] {
  return Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'string' ? [[[...path, name].join('.'), value]] : flatten(value, [...path, name]),
  ) as [string, string][];
}
