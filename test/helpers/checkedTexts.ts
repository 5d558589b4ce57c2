import { type RemoteId, readRemoteId } from '../../src/shared/remoteId.ts';

/** A text of a test as the id that it must be. */
export function remoteId(text: string): RemoteId {
  const id = readRemoteId(text);
  if (id === null) throw new Error(`${text} is no id.`);
  return id;
}
