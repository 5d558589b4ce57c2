import type { CallInput, CallName, CallOutput } from '../../src/shared/contract/contract.ts';
import type { Outcome } from './application.ts';
import {
  confirmDeleting,
  confirmRequests,
  confirmSending,
  confirmUnkept,
  listedAgain,
  listedNow,
  marksNow,
} from './ledger.ts';
import { seeded } from './seeded.ts';
import { ask, type ChaosWorld, note } from './world.ts';

/** A user who sends what a plan lists. */
export async function sendNow(
  world: ChaosWorld,
  { name, ...input }: CallInput<'uploads.plan'> & { name: string },
): Promise<Outcome<CallOutput<'uploads.start'>>> {
  const { accountId, selection } = input;
  const listed = [listedNow(world, accountId, selection)];
  const plan = await ask(world, 'uploads.plan', input);
  if (plan.how !== 'ok') return plan;
  listed.push(listedNow(world, accountId, selection));
  await meddle(world);
  confirmSending(world.ledger, listed);
  return ask(world, 'uploads.start', { plan: plan.value.id, name });
}

/** A user who queues refused and failed records of an upload again, in the same way. */
export async function retryNow(world: ChaosWorld, id: number): Promise<Outcome<CallOutput<'uploads.retry'>>> {
  const listed = [listedAgain(world, { uploadId: id })];
  const plan = await ask(world, 'uploads.retryPreview', { id });
  if (plan.how !== 'ok') return plan;
  listed.push(listedAgain(world, { uploadId: id }));
  await meddle(world);
  confirmSending(world.ledger, listed);
  return ask(world, 'uploads.retry', { plan: plan.value.id });
}

/** A user who queues what was fixed again, in the same way. */
export async function retryFixedNow(
  world: ChaosWorld,
  id: number,
): Promise<Outcome<CallOutput<'fixing.retry'>>> {
  const listed = [listedAgain(world, { fixingId: id })];
  const plan = await ask(world, 'fixing.retryPreview', { id });
  if (plan.how !== 'ok') return plan;
  listed.push(listedAgain(world, { fixingId: id }));
  await meddle(world);
  confirmSending(world.ledger, listed);
  return ask(world, 'fixing.retry', { id, plan: plan.value.id });
}

/** A user who removes an account with its drafts, in the same way. */
export function removeAccountNow(
  world: ChaosWorld,
  id: string,
): Promise<Outcome<CallOutput<'accounts.remove'>>> {
  return confirm(world, 'accounts.removePreview', { id }, ({ id: plan }) =>
    ask(world, 'accounts.remove', { plan, withDrafts: true }),
  );
}

/** A user who deletes articles from the directory, in the same way. */
export async function deleteNow(
  world: ChaosWorld,
  input: CallInput<'deletions.preview'>,
): Promise<Outcome<CallOutput<'deletions.start'>>> {
  const { accountId, of } = input;
  const idsNow = () =>
    'articles' in of
      ? of.articles.map(({ remoteId }) => remoteId)
      : [...listedNow(world, accountId, of.selection).remoteIds];
  const before = idsNow();
  const preview = await ask(world, 'deletions.preview', input);
  if (preview.how !== 'ok') return preview;
  const listed = [...before, ...idsNow()];
  await meddle(world);
  confirmDeleting(world.ledger, listed);
  return ask(world, 'deletions.start', { plan: preview.value.id });
}

/** Another window or a colleague may be at work while the dialog is open. */
async function meddle(world: ChaosWorld): Promise<void> {
  // Seeds that follow each other would draw nearly the same.
  const random = seeded(Math.imul(world.next(), 0x9e3779b1) >>> 0);
  if (random.percent(60)) return;
  note(world, 'while the dialog is open:');
  world.meddling.ever++;
  world.meddling.now++;
  try {
    for (let left = random.int(1, 3); left > 0; left--) await world.meddle(random);
  } finally {
    world.meddling.now--;
  }
  note(world, 'the dialog is confirmed:');
}

/** A user who deletes drafts in the trash permanently, in the same way. */
export function purgeNow(
  world: ChaosWorld,
  input: CallInput<'drafts.purgePreview'>,
): Promise<Outcome<CallOutput<'drafts.purge'>>> {
  return confirm(world, 'drafts.purgePreview', input, ({ id }) => ask(world, 'drafts.purge', { plan: id }));
}

/** A user who sends what a plan of applications lists, in the same way. */
export async function sendRequestsNow(
  world: ChaosWorld,
  input: CallInput<'applications.plan'>,
): Promise<Outcome<CallOutput<'applications.send'>>> {
  const before = marksNow(world, input.ids);
  const plan = await ask(world, 'applications.plan', input);
  if (plan.how !== 'ok') return plan;
  const listed = [...before, ...marksNow(world, input.ids)];
  await meddle(world);
  confirmRequests(world.ledger, listed);
  return ask(world, 'applications.send', { plan: plan.value.id });
}

/** A user who sends applications without storing what they replace, in the same way. */
export async function sendUnkeptNow(
  world: ChaosWorld,
  input: CallInput<'applications.unkeptPreview'>,
): Promise<Outcome<CallOutput<'applications.sendUnkept'>>> {
  const before = marksNow(world, input.ids);
  const preview = await ask(world, 'applications.unkeptPreview', input);
  if (preview.how !== 'ok') return preview;
  const listed = [...before, ...marksNow(world, input.ids)];
  await meddle(world);
  confirmUnkept(world.ledger, listed);
  return ask(world, 'applications.sendUnkept', { plan: preview.value.id });
}

/** A user who withdraws an application, in the same way. */
export function withdrawNow(
  world: ChaosWorld,
  id: number,
): Promise<Outcome<CallOutput<'applications.delete'>>> {
  return confirm(world, 'applications.deletePreview', { id }, (plan) =>
    ask(world, 'applications.delete', { plan: plan.id }),
  );
}

/** A user who makes Update Requests of the same changes for many journals, in the same way. */
export function createManyNow(
  world: ChaosWorld,
  input: CallInput<'applications.previewMany'>,
): Promise<Outcome<CallOutput<'applications.createMany'>>> {
  return confirm(world, 'applications.previewMany', input, ({ id: plan }) =>
    ask(world, 'applications.createMany', { plan }),
  );
}

/** A user who leaves an office, in the same way. */
export function leaveNow(world: ChaosWorld): Promise<Outcome<CallOutput<'office.leave'>>> {
  return confirm(world, 'office.leavePreview', {}, ({ id: plan }) => ask(world, 'office.leave', { plan }));
}

/** A user who restores an earlier version in its draft, in the same way. */
export function putBackNow(
  world: ChaosWorld,
  input: CallInput<'versions.compare'>,
): Promise<Outcome<CallOutput<'versions.putBack'>>> {
  return confirm(world, 'versions.compare', input, ({ plan }) => ask(world, 'versions.putBack', { plan }));
}

/** A user who restores what an upload replaced, in the same way. */
export function putBackUploadNow(
  world: ChaosWorld,
  uploadId: number,
): Promise<Outcome<CallOutput<'versions.putBackUpload'>>> {
  return confirm(world, 'versions.putBackUploadPreview', { uploadId }, ({ id }) =>
    ask(world, 'versions.putBackUpload', { plan: id }),
  );
}

/** A user who restores a deleted article, in the same way. */
export function restoreDeletedNow(
  world: ChaosWorld,
  id: number,
): Promise<Outcome<CallOutput<'deletions.restore'>>> {
  return confirm(world, 'deletions.restorePreview', { id }, ({ id: plan }) =>
    ask(world, 'deletions.restore', { plan }),
  );
}

/** A user who deletes applications in the trash permanently, in the same way. */
export function purgeRequestsNow(
  world: ChaosWorld,
  input: CallInput<'applications.purgePreview'>,
): Promise<Outcome<CallOutput<'applications.purge'>>> {
  return confirm(world, 'applications.purgePreview', input, ({ id }) =>
    ask(world, 'applications.purge', { plan: id }),
  );
}

/** Makes a preview, and the call that it confirms unless the preview was refused. */
async function confirm<N extends CallName, T>(
  world: ChaosWorld,
  name: N,
  input: CallInput<N>,
  then: (preview: CallOutput<N>) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const preview = await ask(world, name, input);
  if (preview.how !== 'ok') return preview;
  await meddle(world);
  return then(preview.value);
}
