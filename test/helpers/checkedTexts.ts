import { type Instant, readInstant } from '../../src/shared/instant.ts';
import { type RemoteId, readRemoteId } from '../../src/shared/remoteId.ts';

/** A text of a test as the id that it must be. */
export function remoteId(text: string): RemoteId {
  const id = readRemoteId(text);
  if (id === null) throw new Error(`${text} is no id.`);
  return id;
}

/** A text of a test as the time that it must be. */
export function instant(text: string): Instant {
  const at = readInstant(text);
  if (at === null) throw new Error(`${text} is no time.`);
  return at;
}
