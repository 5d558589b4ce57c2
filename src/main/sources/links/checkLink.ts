import { doiPath } from '../../../shared/text/identifiers.ts';
import type { PoliteAnswer, PoliteClient, PoliteRequest } from '../politeClient.ts';
import { classifyHandle, classifyLink, doiOfAddress, type LinkResult, needsGet } from './classifyLink.ts';
import { noRobots, type Robots, readRobots } from './robots.ts';

/** Maximum bytes read of a page. */
const pageBytes = 64_000;
/** Maximum crawl delay in seconds; sites that ask for more are not checked. */
const maxDelay = 60;
const maxRedirects = 10;
/** A host that wants a longer pause, in milliseconds, must not keep the others from being checked. */
export const longestWait = 60_000;
/** What has to be read of a robots.txt at least (RFC 9309 2.5). */
const robotsBytes = 512_000;

export interface LinkCheckerParts {
  client: PoliteClient;
  /** Address of the handle system, ending in a slash. */
  handles: string;
  sandboxAddress: string | null;
  signal: AbortSignal;
}

/** Checks addresses one by one, and caches the robots.txt of each host (reference/sources.md 6). */
export function createLinkChecker({ client, handles, sandboxAddress, signal }: LinkCheckerParts) {
  const known = new Map<string, Promise<Robots | 'no' | 'held'>>();
  const ask = (request: Omit<PoliteRequest, 'signal'>): Promise<PoliteAnswer> =>
    client.ask({
      retries: 0,
      longestWait,
      redirects: maxRedirects,
      maxBodyBytes: pageBytes,
      sandboxAddress,
      ...request,
      signal,
    });

  /** `no`: the site's rules cannot be read now, which counts as a refusal (RFC 9309 2.3.1.4). */
  async function fetchRobots(origin: string): Promise<Robots | 'no' | 'held'> {
    const answer = await ask({ address: `${origin}/robots.txt`, redirects: 5, maxBodyBytes: robotsBytes });
    if (isHeld(answer)) {
      known.delete(origin);
      return 'held';
    }
    // An unreachable site is reported as such by the check itself.
    if (answer.kind === 'no-answer') return noRobots;
    if (answer.status >= 500) return 'no';
    return answer.status === 200 ? readRobots(answer.body.toString('utf8'), 'colophon') : noRobots;
  }

  function robotsOf(origin: string): Promise<Robots | 'no' | 'held'> {
    const found = known.get(origin) ?? fetchRobots(origin);
    known.set(origin, found);
    return found;
  }

  async function askPage(address: string, pauseMs: number): Promise<PoliteAnswer> {
    const head = await ask({ address, method: 'HEAD', pauseMs });
    if (needsGet(head)) {
      const page = await ask({ address, pauseMs, headers: { range: 'bytes=0-0' } });
      // A refusal was an answer: the link is there, though it cannot be checked.
      return page.kind === 'no-answer' && head.kind === 'answer' && head.status === 403 ? head : page;
    }
    // Only its title reveals a "not found" page.
    const isPage =
      head.kind === 'answer' && head.status < 300 && /html/i.test(head.headers.get('content-type') ?? '');
    if (!isPage) return head;
    const page = await ask({ address, pauseMs, headers: { range: `bytes=0-${pageBytes - 1}` } });
    if (page.kind !== 'answer') return head;
    return page.status < 400 || page.status === 404 || page.status === 410 ? page : head;
  }

  return {
    /** null: it was not asked, since its host wants a long pause. */
    async check(address: string): Promise<LinkResult | null> {
      const doi = doiOfAddress(address);
      if (doi !== null) {
        const handle = `${handles}api/handles/${doiPath(doi)}?type=URL`;
        const answer = await ask({ address: handle, entered: handles });
        return isHeld(answer) ? null : classifyHandle(address, answer);
      }
      const url = URL.parse(address);
      const notAsked = (outcome: 'unclear' | 'forbidden', detail: string): LinkResult => {
        return { outcome, detail, lastAddress: address, contentType: '' };
      };
      if (!url || !/^https?:$/.test(url.protocol)) return notAsked('unclear', 'bad-address');
      const robots = await robotsOf(url.origin);
      if (robots === 'held') return null;
      if (robots === 'no') return notAsked('forbidden', 'robots');
      if (!robots.isAllowed(url.pathname + url.search)) return notAsked('forbidden', 'robots');
      if (robots.crawlDelay > maxDelay) return notAsked('forbidden', 'crawl-delay');
      const answer = await askPage(address, robots.crawlDelay * 1000);
      return isHeld(answer) ? null : classifyLink(address, answer);
    },
  };
}

function isHeld(answer: PoliteAnswer): boolean {
  return answer.kind === 'no-answer' && answer.why === 'held';
}
