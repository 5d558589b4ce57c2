import { type LinkCheckerParts, longestWait } from './checkLink.ts';

/**
 * Whether this computer reaches any server at all: without that, no answer says nothing about a link. `answered`: an address
 * that answered before, since the server of DOIs may be down, or blocked.
 */
export async function isOnline(parts: LinkCheckerParts, answered: string | null = null): Promise<boolean> {
  const { client, handles, sandboxAddress, signal } = parts;
  for (const address of answered === null ? [handles] : [handles, answered]) {
    const answer = await client.ask({
      ...{ address, method: 'HEAD', retries: 0, redirects: 0, entered: handles },
      ...{ longestWait, sandboxAddress, signal },
    });
    // A redirect is an answer, too, and who wants a pause has answered not long ago.
    if (answer.kind === 'answer' || answer.why === 'held' || answer.hops.length > 0) return true;
  }
  return false;
}
