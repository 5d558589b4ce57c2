import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import { spoolFolder } from '../../../src/main/platform/files/importSpool.ts';
import type { CallInput, CallOutput } from '../../../src/shared/contract/contract.ts';
import { exportFormats } from '../../../src/shared/draft/fileFormats.ts';
import { returnedRows } from '../../../src/shared/draft/returnedRows.ts';
import type { Outcome } from '../application.ts';
import { stamp } from '../contents.ts';
import { type Fact, present } from '../model.ts';
import type { Check } from '../problem.ts';
import { checkReturned } from '../returnedTable.ts';
import type { Random } from '../seeded.ts';
import { type Action, ask, type ChaosWorld, value } from '../world.ts';

type Exported = CallOutput<'exports.write'>;

/** Users who export records to files, some of whom cancel it. */
export const exportActions: Action[] = [
  { name: 'export', weight: 5, kind: 'action', run: exportDrafts },
  {
    name: 'export an import or upload',
    weight: 2,
    kind: 'action',
    async run(world, random) {
      const { id: accountId } = random.pick(world.accounts);
      const uploads = (await value(world, 'uploads.list', { accountId })) ?? [];
      const imports = (await value(world, 'imports.list', { accountId })) ?? [];
      const source = random.maybe([
        ...uploads.filter(({ state }) => state === 'done').map(({ id }) => ({ uploadId: id })),
        ...imports.filter(({ state }) => state !== 'reading').map(({ id }) => ({ importId: id })),
      ]);
      if (!source) return;
      const format = random.pick(exportFormats);
      await exportFile(world, random, (watch) => ask(world, 'exports.write', { source, format, ...watch }));
      const ofReport = random.pick(['csv', 'json'] as const);
      await exportFile(world, random, (watch) =>
        ask(world, 'exports.report', { source, format: ofReport, ...watch }),
      );
      await takeTablesBack(world, random, source);
    },
  },
];

/** Exports some drafts; the file must have these and no others. */
async function exportDrafts(world: ChaosWorld, random: Random): Promise<void> {
  const { id: accountId } = random.pick(world.accounts);
  const ids = random.some(present(world.model.drafts, accountId), random.int(1, 50));
  if (ids.length === 0) return;
  const sort = { by: random.pick(['updated', 'title', 'journal'] as const), direction: 'asc' } as const;
  const format = random.pick(exportFormats);
  const source: CallInput<'exports.write'>['source'] = { accountId, selection: { ids }, sort };
  const made = await exportFile(world, random, (watch) =>
    ask(world, 'exports.write', { source, format, ...watch }),
  );
  if (!made) return;
  const { exported, bytes } = made;
  const { written, leftOut } = exported;
  if (written + leftOut.length !== ids.length) {
    const what = `Of ${ids.length} drafts, ${written} were exported and ${leftOut.length} left out.`;
    world.problems.push({ check: 'export of another number of records', text: what });
  }
  const facts = ids.map((id) => world.model.drafts.get(id)!);
  const isKnown = facts.every(({ content, maybe }) => content !== '' && maybe.length === 0);
  if (!isKnown) return;
  const wanted = new Set(facts.flatMap(stampOf));
  for (const { title } of leftOut) wanted.delete(title);
  const found = new Set((format === 'xlsx' ? await textOfZip(bytes) : bytes.toString()).match(stamp));
  const lacks = [...wanted].filter((one) => !found.has(one));
  const besides = [...found].filter((one) => !wanted.has(one));
  if (lacks.length + besides.length > 0) {
    const text = `An export as ${format} lacks ${lacks} and has ${besides} besides.`;
    world.problems.push({ check: 'export of other records', text });
  }
}

/** The title by which a draft is known in files. */
function stampOf({ content }: Fact): string[] {
  const { bibjson } = JSON.parse(content) as { bibjson?: { title?: unknown } };
  return String(bibjson?.title ?? '').match(stamp) ?? [];
}

async function textOfZip(bytes: Buffer): Promise<string> {
  const zip = await fromBufferPromise(bytes);
  let all = '';
  for await (const entry of zip.eachEntry()) all += await text(await zip.openReadStreamPromise(entry));
  return all;
}

/** Takes back the tables of an import or upload, with the problems of their rows. */
export async function takeTablesBack(
  world: ChaosWorld,
  random: Random,
  source: CallInput<'exports.returned'>['source'],
): Promise<void> {
  for (const { importId, file } of (await value(world, 'exports.tables', { source })) ?? []) {
    const rows = random.pick(returnedRows);
    const made = await exportFile(world, random, (watch) =>
      ask(world, 'exports.returned', { source, table: { importId, file }, rows, ...watch }),
    );
    if (made) await checkReturned(world, { source, importId, rows, bytes: made.bytes });
  }
}

/** Makes an export, reads its file to the end and removes it; an export without a result must leave no file. */
async function exportFile(
  world: ChaosWorld,
  random: Random,
  make: (watch: { watch?: string }) => Promise<Outcome<Exported>>,
): Promise<{ exported: Exported; bytes: Buffer } | null> {
  const find = (check: Check, text: string) => world.problems.push({ check, text });
  const before = filesOf(world);
  const watch = `export ${world.next()}`;
  const isCancelled = random.percent(20);
  const making = make(isCancelled ? { watch } : {});
  if (isCancelled) await ask(world, 'exports.cancel', { watch });
  const made = await making;
  if (made.how === 'refused' && filesOf(world).length > before.length) {
    find('export left behind', `An export ended with ${made.error.code} and left a file.`);
  }
  if (made.how !== 'ok') return null;
  const { id, size } = made.value;
  const pieces: Buffer[] = [];
  // Without records there is no file to read.
  for (let at = 0; made.value.written > 0; ) {
    const read = await value(world, 'exports.read', { id, at });
    if (!read) return null;
    if (read.piece === '') break;
    const piece = Buffer.from(read.piece, 'base64');
    at += piece.length;
    pieces.push(piece);
  }
  const bytes = Buffer.concat(pieces);
  if (made.value.written > 0 && bytes.length !== size)
    find('export cut short', `An export of ${size} bytes has ${bytes.length}.`);
  const removed = await ask(world, 'exports.remove', { id });
  if (removed.how === 'ok' && filesOf(world).length > before.length) {
    find('export left behind', 'The file of an export was removed and is still there.');
  }
  return { exported: made.value, bytes };
}

/** The files of exports in the data folder. */
function filesOf({ disk }: ChaosWorld): string[] {
  try {
    return readdirSync(join(disk.folder, spoolFolder)).filter((name) => name.startsWith('colophon-export-'));
  } catch {
    // It is removed when it is empty.
    return [];
  }
}
