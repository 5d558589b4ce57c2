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

/** Queues refused and failed records of an upload again, in the same way. */
export async function retryNow(
  ask: Ask,
  input: CallInput<'uploads.retryPreview'>,
): Promise<CallOutput<'uploads.retry'>> {
  const { id } = await ask('uploads.retryPreview', input);
  return ask('uploads.retry', { plan: id });
}

/** Queues what was fixed again, in the same way. */
export async function retryFixedNow(ask: Ask, id: number): Promise<CallOutput<'fixing.retry'>> {
  const preview = await ask('fixing.retryPreview', { id });
  return ask('fixing.retry', { id, plan: preview.id });
}

/** Accepts an import as its preview is now. */
export async function acceptNow(ask: Ask, id: number): Promise<CallOutput<'imports.accept'>> {
  const { shown } = await ask('imports.get', { id });
  return ask('imports.accept', { id, shown });
}

/** Restores an earlier version in its draft, in the same way. */
export async function putBackNow(
  ask: Ask,
  input: CallInput<'versions.compare'>,
): Promise<CallOutput<'versions.putBack'>> {
  const { plan } = await ask('versions.compare', input);
  return ask('versions.putBack', { plan });
}

/** Restores what an upload replaced, in the same way. */
export async function putBackUploadNow(
  ask: Ask,
  input: CallInput<'versions.putBackUploadPreview'>,
): Promise<CallOutput<'versions.putBackUpload'>> {
  const { id } = await ask('versions.putBackUploadPreview', input);
  return ask('versions.putBackUpload', { plan: id });
}

/** Restores a deleted article, in the same way. */
export async function restoreDeletedNow(ask: Ask, id: number): Promise<CallOutput<'deletions.restore'>> {
  const { id: plan } = await ask('deletions.restorePreview', { id });
  return ask('deletions.restore', { plan });
}

/** Removes an account, in the same way. */
export async function removeAccountNow(
  ask: Ask,
  id: string,
  withDrafts: boolean,
): Promise<CallOutput<'accounts.remove'>> {
  const { id: plan } = await ask('accounts.removePreview', { id });
  return ask('accounts.remove', { plan, withDrafts });
}

/** Deletes articles from the directory, in the same way. */
export async function deleteNow(
  ask: Ask,
  input: CallInput<'deletions.preview'>,
): Promise<CallOutput<'deletions.start'>> {
  const { id } = await ask('deletions.preview', input);
  return ask('deletions.start', { plan: id });
}

/** Sends what a plan of applications lists, in the same way. */
export async function sendRequestsNow(
  ask: Ask,
  input: CallInput<'applications.plan'>,
): Promise<CallOutput<'applications.send'>> {
  const { id } = await ask('applications.plan', input);
  return ask('applications.send', { plan: id });
}

/** Withdraws an application, in the same way. */
export async function withdrawNow(ask: Ask, id: number): Promise<CallOutput<'applications.delete'>> {
  const plan = await ask('applications.deletePreview', { id });
  return ask('applications.delete', { plan: plan.id });
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

/** Restores a backup as it compares now, in the same way. */
export async function restoreNow(ask: Ask, name: string): Promise<CallOutput<'backups.restore'>> {
  const { id } = await ask('backups.preview', { name });
  return ask('backups.restore', { plan: id });
}

/** Sends applications without storing what they overwrite, in the same way. */
export async function sendUnkeptNow(
  ask: Ask,
  input: CallInput<'applications.unkeptPreview'>,
): Promise<CallOutput<'applications.sendUnkept'>> {
  const { id } = await ask('applications.unkeptPreview', input);
  return ask('applications.sendUnkept', { plan: id });
}

/** Makes Update Requests of the same changes for many journals, in the same way. */
export async function createManyNow(
  ask: Ask,
  input: CallInput<'applications.previewMany'>,
): Promise<CallOutput<'applications.createMany'>> {
  const { id: plan } = await ask('applications.previewMany', input);
  return ask('applications.createMany', { plan });
}

/** Leaves an office, in the same way. */
export async function leaveNow(ask: Ask): Promise<CallOutput<'office.leave'>> {
  const { id: plan } = await ask('office.leavePreview', {});
  return ask('office.leave', { plan });
}

/** Joins an office, in the same way. */
export async function joinNow(
  ask: Ask,
  login: CallInput<'office.preview'>,
): Promise<CallOutput<'office.join'>> {
  const { id } = await ask('office.preview', login);
  return ask('office.join', { plan: id });
}
