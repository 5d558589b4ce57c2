import type { DraftRecord } from '../../../src/shared/draft/draft.ts';
import { purgeNow } from '../confirm.ts';
import { makeArticle, retitled, seededId } from '../contents.ts';
import { contentOf, factOf, noteSave, present } from '../model.ts';
import type { Random } from '../seeded.ts';
import { type Action, ask, type ChaosWorld, value } from '../world.ts';

const article = (record: DraftRecord) => record.bibjson as Record<string, DraftRecord[]>;

/** Users who create, edit and delete drafts of articles. */
export const draftActions: Action[] = [
  {
    name: 'draft',
    weight: 10,
    kind: 'action',
    async run(world, random) {
      const { id: accountId } = random.pick(world.accounts);
      for (let left = random.int(1, 4); left > 0; left--) {
        let record = makeArticle(random, world.next());
        // Sometimes two users enter the same article.
        const twin = random.maybe(present(world.model.drafts, accountId));
        const known = twin === undefined ? '' : world.model.drafts.get(twin)!.content;
        if (known !== '' && random.percent(8)) {
          const { identifier } = article(JSON.parse(known));
          record = { bibjson: { ...(record.bibjson as DraftRecord), ...(identifier ? { identifier } : {}) } };
        }
        await createDraft(world, accountId, record);
      }
    },
  },
  { name: 'edit', weight: 14, kind: 'action', run: edit },
  {
    name: 'two windows',
    isTimed: true,
    weight: 4,
    kind: 'action',
    async run(world, random) {
      const id = anyDraft(world, random);
      const seen = id === undefined ? null : await value(world, 'drafts.get', { id });
      if (!seen) return;
      const { version } = seen;
      const records = [world.next(), world.next()].map((number) => retitled(seen.record, number));
      // Both windows save without waiting for each other.
      const saves = await Promise.all(
        records.map((record) => ask(world, 'drafts.save', { id: seen.id, version, record })),
      );
      const fact = world.model.drafts.get(seen.id)!;
      if (saves.filter((save) => save.how === 'ok').length > 1) {
        const text = `Draft ${seen.id} was saved twice over the same version ${version}.`;
        world.problems.push({ check: 'both of two saves accepted', text });
      }
      for (const [index, save] of saves.entries()) noteSave(fact, records[index]!, save.how);
    },
  },
  {
    name: 'trash',
    weight: 4,
    kind: 'action',
    run: (world, random) => changeTrash(world, random, 'drafts.trash'),
  },
  {
    name: 'restore',
    weight: 3,
    kind: 'action',
    run: (world, random) => changeTrash(world, random, 'drafts.restore'),
  },
  {
    name: 'purge',
    weight: 2,
    kind: 'action',
    run: (world, random) => changeTrash(world, random, 'drafts.purge'),
  },
  {
    name: 'look at drafts',
    weight: 3,
    kind: 'action',
    async run(world, random) {
      const { id: accountId } = random.pick(world.accounts);
      const filter = { text: random.pick(['chaos', 'sta', 'example 1', '"', '']) };
      const sort = { by: random.pick(['updated', 'title', 'journal', 'year', 'readiness', 'sync'] as const) };
      await ask(world, 'drafts.list', {
        accountId,
        filter,
        sort: { ...sort, direction: random.pick(['asc', 'desc']) },
        offset: random.int(0, 30),
        limit: random.int(1, 100),
      });
      await ask(world, 'drafts.facets', { accountId, filter });
      const id = anyDraft(world, random);
      if (id === undefined) return;
      await ask(world, 'drafts.duplicates', { id });
      if (random.percent(30)) await ask(world, 'drafts.askDirectory', { id });
    },
  },
  {
    name: 'take',
    weight: 3,
    kind: 'action',
    async run(world, random) {
      const { id: accountId, place } = random.pick(world.accounts);
      const remoteIds = Array.from({ length: random.int(1, 8) }, () => seededId(place, random.int(0, 45)));
      const taken = await value(world, 'drafts.take', { accountId, remoteIds });
      for (const { draftId } of taken?.drafts ?? []) await adopt(world, draftId);
    },
  },
];

/** Creates a draft and returns its id; null if there was no response. */
export async function createDraft(
  world: ChaosWorld,
  accountId: string,
  record: DraftRecord,
): Promise<number | null> {
  const made = await ask(world, 'drafts.create', { accountId, record });
  if (made.how === 'ok') world.model.drafts.set(made.value.id, factOf(accountId, record));
  else if (made.how === 'died') world.model.attempted.add(contentOf(record));
  return made.how === 'ok' ? made.value.id : null;
}

/** Expects the draft's current content from now on. */
export async function adopt(world: ChaosWorld, id: number): Promise<void> {
  const draft = await value(world, 'drafts.get', { id });
  if (!draft) return;
  const fact = { ...factOf(draft.accountId, draft.record), trashed: draft.trashedAt !== null };
  world.model.drafts.set(id, fact);
}

async function edit(world: ChaosWorld, random: Random): Promise<void> {
  const id = anyDraft(world, random);
  const draft = id === undefined ? null : await value(world, 'drafts.get', { id });
  if (!draft) return;
  const fact = world.model.drafts.get(draft.id)!;
  let { version, record } = draft;
  for (let left = random.int(1, 3); left > 0; left--) {
    record = change(record, world, random);
    const saved = await ask(world, 'drafts.save', { id: draft.id, version, record });
    noteSave(fact, record, saved.how);
    if (saved.how !== 'ok') return;
    version = saved.value.version;
  }
}

/** Changes the title, and sometimes the DOI or address as well. */
function change(record: DraftRecord, world: ChaosWorld, random: Random): DraftRecord {
  const number = world.next();
  const next = retitled(record, number);
  if (!random.percent(10)) return next;
  const bibjson = { ...(next.bibjson as DraftRecord) };
  const { identifier = [], link = [] } = article(next);
  if (random.percent(50) && Array.isArray(identifier)) {
    const others = identifier.filter((one) => one.type !== 'doi');
    bibjson.identifier = [{ type: 'doi', id: `10.5555/changed.${number}` }, ...others];
  } else if (Array.isArray(link) && link.length > 0) {
    bibjson.link = [{ ...link[0], url: `https://j1.example.org/changed/${number}` }];
  }
  return { ...next, bibjson };
}

async function changeTrash(
  world: ChaosWorld,
  random: Random,
  name: 'drafts.trash' | 'drafts.restore' | 'drafts.purge',
): Promise<void> {
  const { id: accountId } = random.pick(world.accounts);
  const isTrashed = name !== 'drafts.trash';
  const ids = random.some(present(world.model.drafts, accountId, isTrashed), random.int(1, 3));
  if (ids.length === 0) return;
  const input = { accountId, selection: { ids } };
  const done = name === 'drafts.purge' ? await purgeNow(world, input) : await ask(world, name, input);
  const isAll = done.how === 'ok' && done.value.count === ids.length;
  const isNone = (done.how === 'ok' && done.value.count === 0) || (done.how === 'refused' && !world.wasFull);
  if (isNone) return;
  for (const id of ids) {
    const fact = world.model.drafts.get(id);
    // A backup without it may have been restored meanwhile.
    if (!fact) continue;
    if (name === 'drafts.purge') fact.gone = isAll ? true : 'maybe';
    else fact.trashed = isAll ? name === 'drafts.trash' : 'maybe';
  }
}

function anyDraft(world: ChaosWorld, random: Random): number | undefined {
  const { id: accountId } = random.pick(world.accounts);
  return random.maybe(present(world.model.drafts, accountId));
}
