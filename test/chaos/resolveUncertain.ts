import { adopt } from './actions/draftActions.ts';
import { contentOf, type Fact } from './model.ts';
import { type ChaosWorld, value } from './world.ts';

/** Drafts per import that users continue to edit. */
const fromImport = 6;

/**
 * Reads every record whose last call got no response, and expects its current state from then on. Acknowledged states
 * are left as they are, so that the checks compare them.
 */
export async function resolveUncertain(world: ChaosWorld): Promise<void> {
  for (const [id, fact] of world.model.drafts) {
    if (!isOpen(fact)) continue;
    const outcome = await world.application.call('drafts.get', { id });
    if (outcome.how === 'ok') settle(fact, outcome.value.record, outcome.value.trashedAt);
    else if (outcome.how === 'refused' && outcome.error.code === 'not_found' && fact.gone === 'maybe')
      fact.gone = true;
  }
  for (const [id, fact] of world.model.applications) {
    if (!isOpen(fact)) continue;
    const outcome = await world.application.call('applications.get', { id });
    if (outcome.how === 'ok') settle(fact, outcome.value.record, outcome.value.trashedAt);
    else if (outcome.how === 'refused' && outcome.error.code === 'not_found' && fact.gone === 'maybe')
      fact.gone = true;
  }
  for (const [importId, fact] of world.model.imports) {
    if (fact.accepted === false || fact.over) continue;
    const list = await value(world, 'drafts.list', {
      accountId: fact.accountId,
      filter: { import: [String(importId)] },
      sort: { by: 'title', direction: 'asc' },
      offset: 0,
      limit: fromImport,
    });
    for (const { id } of list?.rows ?? []) if (!world.model.drafts.has(id)) await adopt(world, id);
  }
}

function isOpen(fact: Fact): boolean {
  return fact.content === '' || fact.trashed === 'maybe' || fact.gone === 'maybe';
}

function settle(fact: Fact, record: unknown, trashedAt: string | null): void {
  if (fact.content === '') Object.assign(fact, { content: contentOf(record), maybe: [] });
  if (fact.trashed === 'maybe') fact.trashed = trashedAt !== null;
  if (fact.gone === 'maybe') fact.gone = false;
}
