import { readFileSync } from 'node:fs';
import type { DraftRecord } from '../../../src/shared/draft/draft.ts';
import type { ImportStatus } from '../../../src/shared/draft/importing.ts';
import { sampleDeposit } from '../../helpers/samples.ts';
import { makeArticle } from '../contents.ts';
import type { Random } from '../seeded.ts';
import { type Action, ask, type ChaosWorld, until, value } from '../world.ts';

/** Users who import files. */
export const importActions: Action[] = [
  {
    name: 'import',
    weight: 7,
    kind: 'action',
    async run(world, random) {
      const { id: accountId } = random.pick(world.accounts);
      await importText(world, random, { accountId, ...makeFile(world, random) });
    },
  },
  {
    name: 'accept or cancel import',
    weight: 8,
    kind: 'action',
    async run(world, random) {
      const open = [...world.model.imports].filter(([, one]) => !one.over && one.accepted === false);
      const [id, fact] = random.maybe(open) ?? [];
      const status = id === undefined ? null : await value(world, 'imports.get', { id });
      if (!status || !fact) return;
      if (status.state === 'failed' || status.state === 'cancelled') fact.over = true;
      if (status.state === 'preview' && random.percent(75)) return acceptImport(world, status.id);
      if (fact.over || random.percent(60)) return;
      const cancelled = await ask(world, 'imports.cancel', { id: status.id });
      if (cancelled.how === 'ok') fact.over = true;
    },
  },
];

/** Sends a file in pieces and has it read; returns the id of the import, or null if a call got no response. */
export async function importText(
  world: ChaosWorld,
  random: Random,
  { accountId, name, text }: { accountId: string; name: string; text: string },
): Promise<number | null> {
  const bytes = Buffer.from(text);
  const opened = await value(world, 'imports.open', { accountId, name, size: bytes.length });
  if (!opened) return null;
  const { id } = opened;
  world.model.imports.set(id, { accountId, places: [], accepted: false, over: false });
  const piece = Math.max(1, Math.ceil(bytes.length / random.int(1, 3)));
  for (let at = 0; at < bytes.length; at += piece) {
    const part = bytes.subarray(at, at + piece).toString('base64');
    if (!(await value(world, 'imports.write', { id, at, piece: part }))) return null;
  }
  return (await value(world, 'imports.read', { id })) && id;
}

/** Waits until an import has one of these states; null if it gets to none of them. */
export async function reached(
  world: ChaosWorld,
  id: number,
  states: readonly ImportStatus['state'][],
): Promise<ImportStatus | null> {
  const final = [...states, 'failed', 'cancelled', 'accepted'];
  const status = await until(world, 'imports.get', { id }, ({ state }) => final.includes(state));
  return status && states.includes(status.state) ? status : null;
}

export async function acceptImport(world: ChaosWorld, id: number): Promise<void> {
  const fact = world.model.imports.get(id)!;
  const seen = await value(world, 'imports.rows', { id, offset: 0, limit: 500 });
  if (!seen) return;
  const status = await value(world, 'imports.get', { id });
  if (!status) return;
  const accepted = await ask(world, 'imports.accept', { id, shown: status.shown });
  if (accepted.how === 'refused') return;
  fact.accepted = accepted.how === 'ok' ? true : 'maybe';
  fact.places = seen.rows.filter((row) => row.outcome === 'new').map((row) => row.index);
  // The overwritten drafts are read at the end of the round.
  for (const { draftId, outcome } of seen.rows) {
    const changed = draftId === null || outcome !== 'update' ? undefined : world.model.drafts.get(draftId);
    if (changed) changed.content = '';
  }
}

function makeFile(world: ChaosWorld, random: Random): { name: string; text: string } {
  const number = world.next();
  const records = Array.from({ length: random.int(1, 60) }, () => makeArticle(random, world.next()));
  const known = knownRecord(world, random);
  if (known && random.percent(30)) records.push(known);
  const json = JSON.stringify(records);
  switch (random.int(1, 12)) {
    case 1:
      return { name: `${number}.json`, text: json.slice(0, random.int(0, json.length)) };
    case 2:
      return { name: `${number}.json`, text: '' };
    case 3:
      return { name: `${number}.json`, text: '<!doctype html><title>Log in</title>' };
    case 4:
      return { name: `${number}.json`, text: `${'['.repeat(5000)}${']'.repeat(5000)}` };
    case 5:
      return { name: `${number}.xml`, text: '<doi_batch><body><journal>' };
    case 6:
    case 7:
      return { name: `${number}.xml`, text: someOfSample(random) };
    case 8:
    case 9:
      return { name: `${number}.jsonl`, text: records.map((record) => JSON.stringify(record)).join('\n') };
    default:
      return { name: `${number}.json`, text: json };
  }
}

/** A Crossref deposit with random articles of the sample. */
function someOfSample(random: Random): string {
  return readFileSync(sampleDeposit.path, 'utf8').replace(
    /<journal_article.*?<\/journal_article>/gs,
    (article) => (random.percent(10) ? article : ''),
  );
}

/** The record of an existing draft with another title. */
function knownRecord(world: ChaosWorld, random: Random): DraftRecord | null {
  const [, fact] = random.maybe([...world.model.drafts].filter(([, one]) => one.content !== '')) ?? [];
  if (!fact) return null;
  const record = JSON.parse(fact.content) as DraftRecord;
  return { ...record, bibjson: { ...(record.bibjson as DraftRecord), title: `Imported ${world.next()}` } };
}
