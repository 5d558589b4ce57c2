import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setAt } from '../../src/shared/draft/fieldPath.ts';
import { type Editor, type OfficeWorld, startOfficeWorld } from '../helpers/officeWorld.ts';
import { withPostgres } from '../helpers/postgres.ts';

/** The next action of an editor, on the draft of this number among the editor's own. */
const step = fc.record({
  editor: fc.nat(4),
  draft: fc.nat(3),
  act: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('title', 'abstract', 'month') },
    { weight: 4, arbitrary: fc.constant('synchronise') },
    { weight: 3, arbitrary: fc.constantFrom('add', 'trash', 'restore', 'remove', 'break') },
  ),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

describe('Random edits, deletions and lost connections', withPostgres, () => {
  let world: OfficeWorld;
  beforeAll(async () => {
    world = await startOfficeWorld();
  });
  afterAll(() => world?.remove());

  test.each([
    { count: 2, numRuns: 15 },
    { count: 5, numRuns: 5 },
  ])(
    'of $count editors end with the same records everywhere, with every conflict shown and every version in the history',
    async ({ count, numRuns }) => {
      const steps = fc.array(step, { minLength: 10, maxLength: 60 });
      // Shrinking would take longer than the test may.
      const property = fc.asyncProperty(steps, (given) => converges(world, count, given));
      await fc.assert(property, { numRuns, endOnFailure: true });
    },
  );
});

async function converges(world: OfficeWorld, count: number, steps: readonly Step[]): Promise<void> {
  const office = await world.createOffice();
  const editors: Editor[] = [];
  try {
    for (const person of ['anna', 'ben', 'carl', 'dora', 'emil'].slice(0, count)) {
      const clockAheadMs = editors.length * 24 * 3_600_000;
      const editor = await office.openEditor(person, {
        account: person === 'anna' ? 'Main' : null,
        clockAheadMs,
      });
      editors.push(editor);
      if (person === 'anna') editor.add({ bibjson: { title: 'first' } });
      await editor.join();
      for (const one of ['ben', 'carl', 'dora', 'emil'].slice(0, count - 1)) await office.permit(one);
    }
    for (const editor of editors) await editor.synchronise();
    const sent = new Set<string>();
    for (const [at, { editor, draft, act }] of steps.entries())
      await take(editors[editor % count]!, { draft, act, value: `value ${at}.` }, sent);
    for (let round = 0; round < 4; round++)
      for (const editor of editors) {
        note(editor, sent);
        await editor.synchronise();
      }
    for (const editor of editors) {
      expect(stored(editor)).toEqual(stored(editors[0]!));
      expect(editor.instance.store.countWaiting()).toBe(0);
    }
    const history = await office.sql<{ record: string; chosen: boolean }>(
      `SELECT record::text AS record, chosen FROM colophon.history
       UNION ALL SELECT record::text, true FROM colophon.records`,
    );
    const all = history.map(({ record }) => record).join('\n');
    expect([...sent].filter((value) => !all.includes(value))).toEqual([]);
    const shown = editors.flatMap((editor) => editor.conflicts());
    expect(shown).toHaveLength(history.filter(({ chosen }) => !chosen).length);
  } finally {
    for (const editor of editors) await editor.close();
  }
}

async function take(
  editor: Editor,
  { draft, act, value }: { draft: number; act: Step['act']; value: string },
  sent: Set<string>,
): Promise<void> {
  const ids = editor.db.prepare<[], number>('SELECT id FROM drafts ORDER BY id').pluck().all();
  const id = ids[draft % Math.max(1, ids.length)];
  if (act === 'synchronise') {
    note(editor, sent);
    await editor.synchronise();
  } else if (act === 'break') await breakOff(editor, draft + 3);
  else if (act === 'add') editor.add({ bibjson: { title: value } });
  else if (id === undefined) return;
  else if (act === 'trash') await editor.trash(id);
  else if (act === 'restore') await editor.restore(id);
  else if (act === 'remove') await editor.remove(id);
  else editor.edit(id, (record) => setAt(record, `bibjson.${act}`, value));
}

/** Notes the values that the editor is about to send: none of them may be lost. */
function note(editor: Editor, sent: Set<string>): void {
  const waiting = editor.db
    .prepare<[], string>(
      `SELECT d.record FROM drafts d JOIN office_outbox o ON o.kind = 'article' AND o.local_id = d.id`,
    )
    .pluck()
    .all();
  for (const record of waiting) for (const value of record.match(/value \d+\./g) ?? []) sent.add(value);
}

/** The connection is lost while the editor synchronises, after so many statements. */
async function breakOff(editor: Editor, after: number): Promise<void> {
  const connection = await editor.connection();
  const query = connection.query.bind(connection);
  let statements = 0;
  Object.assign(connection, {
    query: async (text: string, ...values: [unknown[]]) => {
      const result = await query(text, ...values);
      if (++statements === after) throw new Error('The connection was lost.');
      return result;
    },
  });
  await editor.synchronise().catch(() => undefined);
  await editor.disconnect();
}

/** Everything that the editor has, in an order that is the same everywhere. */
function stored(editor: Editor): unknown[] {
  return editor.db
    .prepare(
      `SELECT b.office_id id, d.record, d.trashed_at FROM drafts d
       LEFT JOIN office_base b ON b.kind = 'article' AND b.local_id = d.id ORDER BY 1`,
    )
    .all();
}
