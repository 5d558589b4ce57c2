import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inOrder } from '../src/main/formats/formats.ts';
import { rowsOfRecord } from '../src/main/formats/tables/tableColumns.ts';
import { articleValues as listedFields } from '../src/main/import/mapping/articleValues.ts';
import { accountTable } from '../src/main/store/accounts/accountTable.ts';
import { columnsByMember, columnsWith, type Table } from '../src/main/store/columns.ts';
import { journalTable } from '../src/main/store/journals/journalTable.ts';
import { uploadTable } from '../src/main/store/uploads/uploadTable.ts';
import { formFields } from '../src/renderer/parts/article/articlePlaces.ts';
import { otherArticleValues } from '../src/renderer/parts/article/otherArticleValues.ts';
import { targetChoices, targetLabel } from '../src/renderer/screens/Import/columnChoices.ts';
import { helpTopicNames } from '../src/renderer/state/navigation/helpTopics.ts';
import { settingsSections } from '../src/renderer/state/navigation/settingsSections.ts';
import { acceptedFields, systemFields } from '../src/shared/application/acceptedFields.ts';
import { applicationFields } from '../src/shared/application/applicationFields.ts';
import { articleFieldList, articleFields, articleTexts } from '../src/shared/article/articleFields.ts';
import { checkArticle } from '../src/shared/article/articleRules.ts';
import { articleToWire } from '../src/shared/article/articleWire.ts';
import { clearableFields, textFields, valueFields } from '../src/shared/article/edits/editFields.ts';
import { findingSeverities } from '../src/shared/article/rules/codes.ts';
import { takenOver } from '../src/shared/article/takenArticle.ts';
import { heldBackReasons, settingChoices } from '../src/shared/choices.ts';
import { commandNames } from '../src/shared/commands/commands.ts';
import { articleDifferences } from '../src/shared/comparisons/compareArticles.ts';
import { calls, events } from '../src/shared/contract/contract.ts';
import { accountSchema } from '../src/shared/directory/account.ts';
import type { DraftRecord } from '../src/shared/draft/draft.ts';
import { draftSorts, facetNames, facetOf } from '../src/shared/draft/facets.ts';
import { hasLabel } from '../src/shared/draft/fieldLabel.ts';
import { getAt, removeAt, setAt } from '../src/shared/draft/fieldPath.ts';
import {
  acceptedFiles,
  exportFormats,
  fileFormats,
  importFormats,
  writtenFormats,
} from '../src/shared/draft/fileFormats.ts';
import { type Language, languages } from '../src/shared/languages.ts';
import { settingsSchema } from '../src/shared/settings.ts';
import { type ColumnTarget, columnTargets } from '../src/shared/tables/columnTargets.ts';
import { uploadSchema } from '../src/shared/upload/upload.ts';
import { uploadStateSchema } from '../src/shared/upload/uploadStates.ts';
import { catalogues } from './helpers/catalogue.ts';
import { readSources, root } from './helpers/sources.ts';

const sources = readSources('src');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const recipes = [...read('CONTRIBUTING.md').matchAll(/^\*\*(An? .+?)\*\*/gm)].map(([, name]) => name);

/** Expects that nothing is missing; otherwise the message names the recipe that says what to do. */
function expectNone(missing: readonly string[], recipe: string): void {
  expect(recipes).toContain(recipe);
  expect(missing, `see "${recipe}" under "How to add ..." in CONTRIBUTING.md`).toEqual([]);
}

/** Fields that many drafts change at once and that are no texts of the form: names say that there are several. */
const editedParts = [...textFields, ...clearableFields, ...valueFields].filter(
  (name) => articleFields[name].kind !== 'text',
);

/** Texts whose keys end in a name of a list: no test of texts can see that one of them is missing. */
const listedTexts: [recipe: string, keys: (name: string) => string[], names: readonly string[]][] = [
  ['A column of the list of drafts', (name) => [`drafts.column.${name}`], draftSorts],
  ['A column of the list of drafts', (name) => [`drafts.facet.name.${name}`], facetNames],
  [
    'A column of the list of drafts',
    (name) => [`drafts.facet.none.${name}`],
    facetNames.filter((name) => facetOf(name).values?.includes('') ?? true),
  ],
  [
    'A field of an article',
    (name) => [`field.${name}`],
    articleFieldList.map(({ name, label }) => label ?? name),
  ],
  ['A field of an article', (name) => [`edits.fields.${name}`], editedParts],
  [
    'A field of an application',
    (name) => [`field.${name}`],
    applicationFields.flatMap(({ label, entry }) => [label, entry ?? label]),
  ],
  [
    'A field of an application',
    (name) => [`application.hint.${name}`],
    applicationFields.flatMap(({ hint }) => hint ?? []),
  ],
  ['A format', (name) => [`exports.formatUse.${name}`], exportFormats],
  ['A language', (name) => [`settings.appearance.languages.${name}`], settingChoices.language],
  ['A setting', (name) => [`settings.appearance.themes.${name}`], settingChoices.theme],
  ['A setting', (name) => [`settings.appearance.densities.${name}`], settingChoices.density],
  ['A setting', (name) => [`settings.${name}.title`], settingsSections],
  [
    'A reason for a pause',
    (name) => [`uploads.paused.${name}`, `uploads.pausedHelp.${name}`],
    uploadSchema.shape.pausedBy.unwrap().options,
  ],
  ['A reason for a pause', (name) => [`uploads.state.${name}`], uploadStateSchema.options],
  ['A reason for a pause', (name) => [`send.held.reason.${name}`], heldBackReasons],
  ['A screen', (name) => [`help.${name}.title`, `help.${name}.text`], helpTopicNames],
  ['A screen', (name) => [`commands.name.${name}`], commandNames],
];

test.each(languages)('each name of a list has its texts in %s', (language) => {
  const texts = textsOf(language);
  for (const [recipe, keysOf, names] of listedTexts)
    expectNone(
      names.flatMap(keysOf).filter((key) => !texts.has(key)),
      recipe,
    );
});

test.each(languages)('each value that a facet shows as a text has one in %s', (language) => {
  const texts = textsOf(language);
  const keys = facetNames.flatMap((name) => {
    const { values = [], text } = facetOf(name);
    return text ? values.filter((value) => value !== '').map(text) : [];
  });
  expect(keys.length).toBeGreaterThan(20);
  expectNone(
    keys.filter((key) => !texts.has(key)),
    'A column of the list of drafts',
  );
});

test.each(languages)('%s has each text of English', (language) => {
  const [texts, english] = [textsOf(language), textsOf('en')];
  expectNone(
    [...english].filter((key) => !texts.has(key)),
    'A language',
  );
});

test('each rule is reported somewhere', () => {
  const literals = new Set(
    sources
      .filter(({ file }) => file.startsWith('src/shared/') && !file.endsWith('/codes.ts'))
      .flatMap((source) => source.literals),
  );
  expectNone(
    Object.keys(findingSeverities).filter((code) => !literals.has(code)),
    'A rule of articles',
  );
});

test('each fix that a rule offers has its text', () => {
  const texts = textsOf('en');
  const rules = sources.filter(({ file }) => file.startsWith('src/shared/')).map(({ file }) => read(file));
  const names = rules.flatMap((text) =>
    [...text.matchAll(/\b(?:setFix|fixOf)\(\s*'(\w+)'/g)].map(([, name]) => `fix.${name}`),
  );
  expect(names.length).toBeGreaterThan(20);
  expectNone(
    names.filter((key) => !texts.has(key)),
    'A rule of articles',
  );
});

/** An article with a value in each list, and in the texts that are more than a text. */
const sample: DraftRecord = {
  bibjson: {
    title: 'Soil',
    abstract: 'About soil.',
    author: [{ name: 'Ada Lovelace' }],
    link: [{ type: 'fulltext', url: 'https://example.org/1' }],
    identifier: [{ type: 'doi', id: '10.5555/1' }],
    year: '2024',
    month: '1',
    keywords: ['soil'],
  },
};
/** The same with each text. */
const full = articleTexts.reduce(
  (record, { path }) => (getAt(record, path) === undefined ? setAt(record, path, '3') : record),
  sample,
);

test('each field of an article is sent, known to the rules, labelled, compared, in tables and listed in imports', () => {
  const paths = formFields.map(({ path }) => path).filter((path) => path.startsWith('bibjson.'));
  expect(paths.length).toBeGreaterThan(10);
  const wire = articleToWire(full);
  const restOfTable = JSON.parse(rowsOfRecord(full)[0]!.at(-1)!) as DraftRecord;
  const unknown = checkArticle(full, { dialect: '4.0', now: new Date() })
    .filter(({ severity }) => severity === 'ignored')
    .map(({ path }) => path);
  const other = new Set(otherArticleValues(full).map(({ path }) => path));
  const listed = new Set(listedFields(full).map(({ path }) => path));
  const faults = paths.flatMap((path) => [
    ...(getAt(full, path) === undefined ? [`${path} has no value in this test`] : []),
    ...(getAt(restOfTable, path) === undefined ? [] : [`${path} has no column (tableColumns.ts)`]),
    ...(getAt(wire, path) === undefined ? [`${path} is not sent (articleWire.ts)`] : []),
    ...(unknown.includes(path) ? [`${path} is ignored (articleRules.ts)`] : []),
    ...(hasLabel(path) ? [] : [`${path} has no label (fieldLabel.ts)`]),
    ...(listed.has(path) ? [] : [`${path} is not listed (import/mapping/articleValues.ts)`]),
    ...(other.has(path) ? [`${path} is shown twice (otherArticleValues.ts)`] : []),
    ...(!getAt(takenOver(full, removeAt(full, path)), path)
      ? []
      : [`${path} stays if the directory has none (takenArticle.ts)`]),
    ...(articleDifferences(full, removeAt(full, path)).length > 0
      ? []
      : [`${path} is not compared (compareArticles.ts)`]),
  ]);
  expectNone(faults, 'A field of an article');
});

test('each field that the directory accepts in an application is in the form, or only the directory sets it', () => {
  const known = new Set<string>([
    ...applicationFields.map(({ path }) => path),
    ...systemFields,
    // The directory stores it, and its form does not ask for it.
    'bibjson.deposit_policy.is_registered',
  ]);
  const asked = acceptedFields().filter(
    ({ path, kind }) => path.startsWith('bibjson.') && kind !== 'object' && !path.includes('[]'),
  );
  expect(asked.length).toBeGreaterThan(40);
  expectNone(
    asked.flatMap(({ path }) => (known.has(path) ? [] : [path])),
    'A field of an application',
  );
});

test('each field that a column of a table can fill is offered, under a name', () => {
  const offered = new Set(targetChoices.flatMap(({ targets }) => targets));
  const never = ['authorOther', 'ignored'];
  const isFine = (target: ColumnTarget) =>
    offered.has(target) && !/^(?:import|field)\./.test(targetLabel(target));
  expectNone(
    columnTargets.filter((target) => !never.includes(target) && !isFine(target)),
    'A field of an article',
  );
});

test('each format has a name, is recognised, offered by file dialogs, and named by the command line', () => {
  const cli = read('docs/cli.md');
  const offered = acceptedFiles().split(',');
  const recognised = new Map(inOrder);
  const texts = languages.map(textsOf);
  const faults = importFormats.flatMap((format) => {
    const { name, endings } = fileFormats[format];
    return [
      ...(typeof name === 'string' || texts.every((known) => known.has(name.key)) ? [] : [name.key]),
      ...(recognised.has(format) ? [] : [`${format} (formats.ts)`]),
      ...(endings.every((one) => offered.includes(`.${one}`)) ? [] : [`${format} (acceptedFiles)`]),
      ...(new RegExp(`one of: [\\w,-]*\\b${format}\\b`).test(cli) ? [] : [`${format} (docs/cli.md)`]),
    ];
  });
  const unwritten = writtenFormats.filter(
    (format) => !new RegExp(`format to write: [\\w,-]*\\b${format}\\b`).test(cli),
  );
  expectNone([...faults, ...unwritten], 'A format');
});

test('each call is made by the window or the command line', () => {
  const callers = sources.filter(({ file }) => /^src\/(renderer|main\/cli)\//.test(file));
  const made = new Set(
    callers.flatMap(({ file, literals }) => (file.endsWith('/staleCalls.ts') ? [] : literals)),
  );
  const parts = callers.flatMap(({ templates }) => templates).filter(([first = '']) => first.endsWith('.'));
  const isMade = (name: string) =>
    made.has(name) || parts.some((texts) => texts.length === 2 && texts.join('') === groupOf(name));
  const unused = Object.keys(calls).filter((name) => !isMade(name));
  expectNone(unused, 'A call with its event');
});

test('each event is sent by main and heard by the window', () => {
  const named = (folder: RegExp) =>
    new Set(sources.filter(({ file }) => folder.test(file)).flatMap(({ literals }) => literals));
  const [sent, heard] = [named(/^src\/main\//), named(/^src\/renderer\//)];
  expectNone(
    Object.keys(events).filter((name) => !sent.has(name) || !heard.has(name)),
    'A call with its event',
  );
});

test('each setting is used in the window, where people change it', () => {
  const window = sources
    .filter(({ file }) => file.startsWith('src/renderer/'))
    .map(({ file }) => read(file))
    .filter((text) => /\b(?:(?:keep|save)Settings|keepTyped)\(/.test(text));
  const isChanged = (name: string) =>
    window.some((text) =>
      new RegExp(`\\b(?:(?:keep|save)Settings|keepTyped)\\(\\{[^}]*\\b${name}\\b`).test(text),
    );
  expectNone(
    Object.keys(settingsSchema.shape).filter((name) => !isChanged(name)),
    'A setting',
  );
});

test('each screen that is loaded by itself is fetched in the background', () => {
  const lazy = ['src/renderer/lazyScreens.ts', 'src/renderer/frame/lazyDialogs.ts'].map(read).join('');
  const made = [...lazy.matchAll(/export const (\w+) = lazy/g)].map(([, name]) => name!);
  const fetched = /byLikelihood[^[]*\[\] = \[([^\]]*)\]/.exec(lazy)![1]!;
  expect(made.length).toBeGreaterThan(15);
  expectNone(
    made.filter((name) => !new RegExp(`\\b${name},`).test(fetched)),
    'A screen',
  );
});

test('each member of an account, a journal and an upload that is stored has its column', () => {
  const journal = calls['journals.list'].output.shape.journals.element;
  // Read out of the record, and counted.
  const derived = ['oaStart', ...['counts', 'idsMissing', 'isKeeping', 'replaced', 'requests', 'rate']];
  const live = ['secondsLeft', 'halving', 'limiter'];
  const missing = [
    ...membersWithout(accountTable, Object.keys(accountSchema.shape)),
    ...membersWithout(journalTable, Object.keys(journal.shape)),
    ...membersWithout(uploadTable, Object.keys(uploadSchema.shape)),
  ].filter((name) => ![...derived, ...live].includes(name));
  expectNone(missing, 'A database column');
});

/** `key` is called `keyPlace` there: the key itself is not stored. */
function membersWithout(table: Table, members: readonly string[]): string[] {
  const columns = columnsByMember(columnsWith(table, 'shown'));
  return members.filter((name) => !((name === 'key' ? 'keyPlace' : name) in columns));
}

/** Screens that need a record of their own first, and are looked at in `fixing.spec.ts` and `importPreview.spec.ts`. */
const lookedElsewhere = ['fixing', 'imports'];

test('each screen is looked at in test/e2e/accessibility.spec.ts', () => {
  const address = /^\s*return .*'#\/([\w-]+)'|^\s*return `#\/([\w-]+)\//gm;
  const screens = [...read('src/renderer/state/navigation/route.ts').matchAll(address)].map(
    ([, a, b]) => a ?? b!,
  );
  const looked = read('test/e2e/accessibility.spec.ts');
  expect(new Set(screens).size).toBeGreaterThan(8);
  expectNone(
    screens.filter((name) => !looked.includes(`#/${name}`) && !lookedElsewhere.includes(name)),
    'A screen',
  );
});

/** Every key of a language; plural forms count as one. */
function textsOf(language: Language): Set<string> {
  const keys = new Set<string>();
  const add = (tree: object, path: string) => {
    for (const [name, value] of Object.entries(tree))
      if (typeof value === 'string') keys.add(path + name.replace(/_(?:zero|one|two|few|many|other)$/, ''));
      else add(value as object, `${path}${name}.`);
  };
  add(catalogues[language], '');
  return keys;
}

/** `matrix.` of `matrix.pause`. */
function groupOf(name: string): string {
  return `${name.split('.')[0]}.`;
}
