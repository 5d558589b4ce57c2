import type { CallInput, CallName, CallOutput } from '../../src/shared/contract/contract.ts';
import type { Outcome } from './application.ts';
import { ask, type ChaosWorld } from './world.ts';

/** A user who sends what a plan lists, at once. */
export function sendNow(
  world: ChaosWorld,
  { name, ...input }: CallInput<'uploads.plan'> & { name: string },
): Promise<Outcome<CallOutput<'uploads.start'>>> {
  return confirm(world, 'uploads.plan', input, ({ id }) => ask(world, 'uploads.start', { plan: id, name }));
}

/** A user who deletes articles from the directory, in the same way. */
export function deleteNow(
  world: ChaosWorld,
  input: CallInput<'deletions.preview'>,
): Promise<Outcome<CallOutput<'deletions.start'>>> {
  return confirm(world, 'deletions.preview', input, ({ id }) => ask(world, 'deletions.start', { plan: id }));
}

/** A user who deletes drafts in the trash permanently, in the same way. */
export function purgeNow(
  world: ChaosWorld,
  input: CallInput<'drafts.purgePreview'>,
): Promise<Outcome<CallOutput<'drafts.purge'>>> {
  return confirm(world, 'drafts.purgePreview', input, ({ id }) => ask(world, 'drafts.purge', { plan: id }));
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
  return preview.how === 'ok' ? then(preview.value) : preview;
}
