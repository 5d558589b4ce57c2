import type { LinkCheckerParts } from './checkLink.ts';

/** Whether this computer reaches any server at all: without that, no answer says nothing about a link. */
export async function isOnline(parts: LinkCheckerParts): Promise<boolean> {
  const { client, handles, sandboxAddress, signal } = parts;
  const answer = await client.ask({
    address: handles,
    method: 'HEAD',
    retries: 0,
    redirects: 0,
    entered: handles,
    sandboxAddress,
    signal,
  });
  // A redirect is an answer, too.
  return answer.kind === 'answer' || answer.hops.length > 0;
}
