import type { CallInput, CallName, CallOutput } from '../../src/shared/contract/contract.ts';

/** Makes a call, in whatever shell. */
export type Ask = <N extends CallName>(name: N, input: CallInput<N>) => Promise<CallOutput<N>>;

/** Makes calls directly. */
export const asking =
  (handlers: object): Ask =>
  async (name, input) =>
    (handlers as Record<string, (given: unknown) => never>)[name]!(input);

/** Sends what a plan lists, as a person does who confirms it at once. */
export async function sendNow(
  ask: Ask,
  { name, ...input }: CallInput<'uploads.plan'> & { name: string },
): Promise<CallOutput<'uploads.start'>> {
  const { id } = await ask('uploads.plan', input);
  return ask('uploads.start', { plan: id, name });
}

/** Deletes articles from the directory, in the same way. */
export async function deleteNow(
  ask: Ask,
  input: CallInput<'deletions.preview'>,
): Promise<CallOutput<'deletions.start'>> {
  const { id } = await ask('deletions.preview', input);
  return ask('deletions.start', { plan: id });
}

/** Deletes applications in the trash permanently, in the same way. */
export async function purgeRequestsNow(
  ask: Ask,
  input: CallInput<'applications.purgePreview'>,
): Promise<CallOutput<'applications.purge'>> {
  const { id } = await ask('applications.purgePreview', input);
  return ask('applications.purge', { plan: id });
}

/** Deletes drafts in the trash permanently, in the same way. */
export async function purgeNow(
  ask: Ask,
  input: CallInput<'drafts.purgePreview'>,
): Promise<CallOutput<'drafts.purge'>> {
  const { id } = await ask('drafts.purgePreview', input);
  return ask('drafts.purge', { plan: id });
}
