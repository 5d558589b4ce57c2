import { findRegex } from '../../../src/main/edits/findRegex.ts';
import type { BulkEdit } from '../../../src/shared/article/edits/bulkEdit.ts';
import { prepareEdit } from '../../../src/shared/article/edits/editArticle.ts';
import type { CallOutput } from '../../../src/shared/contract/contract.ts';
import type { DraftRecord } from '../../../src/shared/draft/draft.ts';
import type { Outcome } from '../application.ts';
import { makeArticle } from '../contents.ts';
import { contentOf, present } from '../model.ts';
import type { Random } from '../seeded.ts';
import { type Action, ask, type ChaosWorld, value } from '../world.ts';
import { createDraft } from './draftActions.ts';
import { undoAndRedo, undoOf, watchOthers } from './undoActions.ts';

const sort = { by: 'updated', direction: 'desc' } as const;

/** Users who edit many drafts at once, some of whom cancel or undo it. */
export const editActions: Action[] = [
  {
    name: 'edit many drafts',
    weight: 5,
    kind: 'action',
    async run(world, random) {
      const { accountId, ids } = someDrafts(world, random);
      if (ids.length === 0) return;
      const edit = random.pick(editsOf(world.next()));
      const editing = await previewEdit(world, { accountId, ids, edit });
      if (!editing) return;
      const except = random.percent(40) ? random.some(ids, 2) : [];
      const watch = random.percent(25) ? `edit ${world.next()}` : null;
      const make = () => applyEdit(world, editing, except, watch);
      if (random.percent(40)) {
        const about = { source: 'drafts', accountId, isContent: true } as const;
        await undoAndRedo(world, about, ids, () => undoOf(make()));
      } else await make();
    },
  },
  {
    name: 'fix all of a kind',
    weight: 4,
    kind: 'action',
    async run(world, random) {
      const { accountId, ids } = someDrafts(world, random);
      for (let left = random.int(1, 3); left > 0; left--) {
        const id = await createDraft(world, accountId, fixable(makeArticle(random, world.next())));
        if (id !== null) ids.push(id);
      }
      if (ids.length > 0) await fixAll(world, random, { accountId, ids });
    },
  },
];

/** The same article with keywords that Colophon offers to remove. */
function fixable(record: DraftRecord): DraftRecord {
  const bibjson = record.bibjson as DraftRecord;
  return { ...record, bibjson: { ...bibjson, keywords: ['soil', 'soil', 'water', ''] } };
}

function someDrafts(world: ChaosWorld, random: Random): { accountId: string; ids: number[] } {
  const { id: accountId } = random.pick(world.accounts);
  return { accountId, ids: random.some(present(world.model.drafts, accountId), random.int(1, 40)) };
}

/** Edits of fields by which no article is known at the directory. */
function editsOf(number: number): BulkEdit[] {
  const keywords = [`kept ${number}`, 'soil'];
  return [
    { do: 'set', field: 'volume', value: `v${number}`, onlyEmpty: false },
    { do: 'set', field: 'month', value: '7', onlyEmpty: true },
    { do: 'clear', field: 'abstract' },
    { do: 'keywords', how: 'set', keywords },
    { do: 'keywords', how: 'add', keywords },
    { do: 'keywords', how: 'remove', keywords: ['water'] },
    { do: 'affiliation', author: '', value: `Institute ${number}`, onlyEmpty: false },
    {
      do: 'replace',
      field: 'abstract',
      find: 'soil (holds) water',
      with: `Soil $1 ${number}`,
      isRegex: true,
      isCaseSensitive: false,
    },
    { do: 'join', list: 'keywords', separator: '; ' },
    { do: 'split', list: 'keywords', separator: '' },
    { do: 'case', field: 'affiliation', to: 'sentence', language: 'en' },
    { do: 'trim', field: 'all' },
    { do: 'https' },
  ];
}

interface Editing {
  preview: CallOutput<'edits.preview'>;
  /** The drafts that the edit changes, with the content that it must give them. */
  after: ReadonlyMap<number, DraftRecord>;
  /** Drafts whose content is not known. */
  unknown: readonly number[];
  /** Whether somebody else may have changed them since. */
  hasOthers: () => boolean;
}

/** Previews an edit, which must announce a change of exactly the drafts that it changes; null without a response. */
async function previewEdit(
  world: ChaosWorld,
  about: { accountId: string; ids: readonly number[]; edit: BulkEdit },
): Promise<Editing | null> {
  const { accountId, ids, edit } = about;
  const change = prepareEdit(edit, { findRegex, check: () => [] });
  const hasOthers = watchOthers(world);
  const after = new Map<number, DraftRecord>();
  const unknown: number[] = [];
  for (const id of ids) {
    const { content, maybe } = world.model.drafts.get(id)!;
    if (content === '' || maybe.length > 0) unknown.push(id);
    else {
      const before = JSON.parse(content) as DraftRecord;
      const edited = change(before);
      if (edited !== before) after.set(id, edited);
    }
  }
  const preview = await value(world, 'edits.preview', {
    accountId,
    selection: { ids: [...ids] },
    sort,
    edit,
  });
  const rows =
    preview && (await value(world, 'edits.previewRows', { id: preview.id, offset: 0, limit: 500 }));
  if (!rows) return null;
  const shown = rows.rows.map(({ id }) => id).sort((one, other) => one - other);
  const wanted = [...after.keys()].sort((one, other) => one - other);
  if (
    unknown.length === 0 &&
    !hasOthers() &&
    (`${shown}` !== `${wanted}` || preview.changed !== wanted.length)
  ) {
    const text = `${JSON.stringify(edit)} changes ${wanted}; its preview announces ${preview.changed}: ${shown}.`;
    world.problems.push({ check: 'edit differs from its preview', text });
  }
  return { preview, after, unknown, hasOthers };
}

/** Makes a previewed edit, sometimes cancelled under the name `watch`, and expects its result. */
async function applyEdit(
  world: ChaosWorld,
  { preview, after, unknown, hasOthers }: Editing,
  except: readonly number[],
  watch: string | null,
): Promise<Outcome<CallOutput<'edits.apply'>>> {
  const making = ask(world, 'edits.apply', {
    preview: preview.id,
    except: [...except],
    ...(watch ? { watch } : {}),
  });
  if (watch) await ask(world, 'edits.cancel', { watch });
  const made = await making;
  const isWhole = made.how === 'ok' && !made.value.isCancelled;
  const changing = [...after].filter(([id]) => !except.includes(id));
  for (const [id, record] of changing) {
    const fact = world.model.drafts.get(id)!;
    if (isWhole && !hasOthers()) Object.assign(fact, { content: contentOf(record), maybe: [] });
    else fact.maybe.push(contentOf(record));
  }
  // They are read at the end of the round.
  for (const id of unknown) world.model.drafts.get(id)!.content = '';
  if (isWhole && unknown.length === 0 && !hasOthers() && made.value.changed !== changing.length) {
    const text = `An edit of ${changing.length} drafts changed ${made.value.changed}: ${JSON.stringify(made.value)}`;
    world.problems.push({ check: 'edit of another number of drafts', text });
  }
  return made;
}

/** Makes a fix wherever it is offered, after which it must be offered nowhere, and sometimes undoes it. */
export async function fixAll(
  world: ChaosWorld,
  random: Random,
  { accountId, ids }: { accountId: string; ids: number[] },
): Promise<void> {
  const selection = { ids };
  const fix = random.maybe((await value(world, 'edits.fixable', { accountId, selection })) ?? []);
  if (!fix) return;
  const { code, label } = fix;
  const edit = { do: 'fix', code, label } as const;
  const preview = await value(world, 'edits.preview', { accountId, selection, sort, edit });
  if (!preview) return;
  const make = async () => {
    const made = await ask(world, 'edits.apply', { preview: preview.id, except: [] });
    const left = made.how === 'ok' ? await value(world, 'edits.fixable', { accountId, selection }) : null;
    // Journals that are read meanwhile may bring new findings.
    const isQuiet = world.background.size === 0;
    if (isQuiet && made.how === 'ok' && left?.some((one) => one.code === code && one.label === label)) {
      const text = `"${label}" for ${code} is still offered: ${JSON.stringify({ fix, preview, made: made.value, left })}`;
      world.problems.push({ check: 'fix still offered', text });
    }
    return made;
  };
  const about = { source: 'drafts', accountId, isContent: true, isUndone: random.percent(50) } as const;
  await undoAndRedo(world, about, ids, () => undoOf(make()));
}
