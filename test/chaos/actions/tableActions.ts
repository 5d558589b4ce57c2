import { isDeepStrictEqual } from 'node:util';
import type { DraftRecord } from '../../../src/shared/draft/draft.ts';
import type { ColumnTarget } from '../../../src/shared/tables/columnTargets.ts';
import type { MappingView } from '../../../src/shared/tables/mappingView.ts';
import { sendNow } from '../confirm.ts';
import { makeArticle } from '../contents.ts';
import type { Random } from '../seeded.ts';
import { type Action, ask, type ChaosWorld, until, value } from '../world.ts';
import { takeTablesBack } from './exportActions.ts';
import { acceptImport, importText, reached } from './importActions.ts';

/** Headings that Colophon does not know, with the meaning that the user gives them. */
const columns: readonly [heading: string, target: ColumnTarget][] = [
  ['Wie es heisst', 'title'],
  ['Kennung', 'doi'],
  ['Wo es liegt', 'url'],
  ['Gedruckt', 'pissn'],
  ['Im Netz', 'eissn'],
  ['Erschienen', 'year'],
  ['Von wem', 'authors'],
  ['Nur für uns', 'ignored'],
];

/** Users who import tables, say what their columns mean, and get the tables back with the problems of their rows. */
export const tableActions: Action[] = [
  {
    name: 'import a table',
    weight: 3,
    kind: 'action',
    async run(world, random) {
      const { id: accountId } = random.pick(world.accounts);
      const rows = Array.from({ length: random.int(1, 30) }, () => rowOf(world, random));
      const table = [columns.map(([heading]) => heading), ...rows];
      const id = await importText(world, random, {
        accountId,
        name: `${world.next()}.csv`,
        text: csvOf(table),
      });
      if (id === null) return;
      world.model.imports.get(id)!.table = table;
      const status = await reached(world, id, ['mapping', 'preview']);
      if (status?.state === 'mapping' && !(await map(world, random, id))) return;
      await checkPreview(world, id, rows);
      if (random.percent(25)) {
        const again = await ask(world, 'imports.mapAgain', { id });
        if (again.how !== 'ok' || !(await map(world, random, id))) return;
        await checkPreview(world, id, rows);
      }
      if (random.percent(60)) await acceptImport(world, id);
      await takeTablesBack(world, random, { importId: id });
      if (world.model.imports.get(id)!.accepted === true && random.percent(60))
        await sendTable(world, random, { accountId, importId: id });
    },
  },
  {
    name: 'remove a mapping',
    weight: 1,
    kind: 'action',
    async run(world, random) {
      const mapping = random.maybe((await value(world, 'imports.mappings', {})) ?? []);
      if (mapping) await ask(world, 'imports.removeMapping', { id: mapping.id });
    },
  },
];

/** Sends the drafts of a table, and takes it back with the rows that were refused. */
async function sendTable(
  world: ChaosWorld,
  random: Random,
  { accountId, importId }: { accountId: string; importId: number },
): Promise<void> {
  if (!(await until(world, 'imports.get', { id: importId }, ({ state }) => state === 'accepted'))) return;
  const started = await sendNow(world, {
    accountId,
    selection: { filter: { import: [String(importId)] }, except: [] },
    includeUnchanged: false,
    includeHardToFind: true,
    name: `Table ${world.next()}`,
  });
  if (started.how !== 'ok') return;
  const { id } = started.value;
  const sent = await until(world, 'uploads.get', { id }, ({ state }) => state === 'done');
  if (sent) await takeTablesBack(world, random, { uploadId: id });
}

/** The oddness of an article that the directory refuses. */
const foreign = 1;

function rowOf(world: ChaosWorld, random: Random): string[] {
  const oddness = random.percent(15) ? foreign : random.int(1, 100);
  const bibjson = makeArticle(random, world.next(), oddness).bibjson as DraftRecord;
  const identifier = bibjson.identifier as { type: string; id: string }[];
  const [link] = bibjson.link as { url: string }[];
  const idOf = (type: string) => identifier.find((one) => one.type === type)?.id ?? '';
  const note = random.pick(['', 'a "quoted" note', 'two\nlines', 'semi;colon, comma', 'ﬁn']);
  return [
    String(bibjson.title ?? ''),
    idOf('doi'),
    link?.url ?? '',
    idOf('pissn'),
    idOf('eissn'),
    String(bibjson.year),
    'Ada Example',
    note,
  ];
}

function csvOf(table: readonly string[][]): string {
  return table.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n');
}

/** Says what the columns mean and waits for the preview; returns false if there is none. */
async function map(world: ChaosWorld, random: Random, id: number): Promise<boolean> {
  const view = await value(world, 'imports.mapping', { id });
  if (!view) return false;
  const mapping = mappingOf(view);
  if (random.percent(50)) await ask(world, 'imports.changeMapping', { id, change: { mapping } });
  const saveAs = random.percent(20) ? { saveAs: `Mapping ${world.next()}` } : {};
  await ask(world, 'imports.readMapped', { id, mapping, ...saveAs });
  return (await reached(world, id, ['preview'])) !== null;
}

function mappingOf({ mapping }: MappingView): MappingView['mapping'] {
  const targets = new Map(columns);
  return {
    ...mapping,
    columns: mapping.columns.map((column) => ({
      ...column,
      target: targets.get(column.heading) ?? 'ignored',
    })),
  };
}

/** The preview of a table has each of its rows. */
async function checkPreview(world: ChaosWorld, id: number, rows: readonly string[][]): Promise<void> {
  const status = await value(world, 'imports.get', { id });
  const list = await value(world, 'imports.rows', { id, offset: 0, limit: 500 });
  if (status?.state !== 'preview' || !list) return;
  const found = list.rows.map(({ title }) => title).sort();
  const wanted = rows.map(([title]) => title!).sort();
  if (isDeepStrictEqual(found, wanted)) return;
  const text = `Import ${id} of a table has ${JSON.stringify(found)} and not ${JSON.stringify(wanted)}.`;
  world.problems.push({ check: 'preview of other rows', text });
}
