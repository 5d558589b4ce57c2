import type { AppError } from '../../../shared/errors.ts';
import { asObject, isCount, isObject, type JsonObject } from '../../../shared/json.ts';
import { doiPath } from '../../../shared/text/identifiers.ts';
import { type Clock, isoNow } from '../../platform/clock.ts';
import { fail } from '../../platform/failures.ts';
import { type BytesAnswer, parseJson } from '../../remote/exchange.ts';
import type { CrossrefStore } from '../../store/crossref/crossrefStore.ts';
import {
  type PoliteClient,
  type PoliteNoAnswer,
  type PoliteResponse,
  sourceProblem,
} from '../politeClient.ts';

/** Whether a DOI is registered with Crossref, with another agency, or not at all. */
export type CrossrefAnswer =
  | { state: 'found'; work: JsonObject; fetchedAt: string }
  | { state: 'elsewhere' | 'unknown' };

export type Crossref = ReturnType<typeof createCrossref>;

export interface CrossrefParts {
  client: PoliteClient;
  store: CrossrefStore;
  /** Base addresses, each ending in a slash. */
  bases: () => { crossref: string; handles: string };
  contact: () => string;
  sandboxAddress: (accountId: string) => string | null;
  clock: Clock;
  signal: AbortSignal;
}

/** A part of a list, and the number of works in the whole list. */
export interface WorksPage {
  works: JsonObject[];
  total: number;
}

const oneDay = 86_400_000;
/** Works in one answer: small enough for the largest body, even with many authors. */
const rowsOfPage = 200;
/** The members requested for a list: everything that becomes a field of an article, and what says that it is none. */
const listed =
  `DOI,type,title,subtitle,container-title,ISSN,issn-type,volume,issue,page,article-number,published-online,
published-print,issued,author,abstract,resource,link,update-to,updated-by`.replace(/\s+/g, '');

/** Of this many latest answers, one in ten may be an error (reference/sources.md 3.2). */
const lastAnswers = 20;

/** Asks Crossref about works, each at most once a day. Throws AppError. */
export function createCrossref(parts: CrossrefParts) {
  const { store, clock } = parts;
  /** No request is sent before this wall-clock time: Crossref refused this computer, or had too many errors. */
  let restsUntil = 0;
  let failures: boolean[] = [];

  function refuseWhileResting(): void {
    if (clock.now() < restsUntil) throw fail('crossref.problem.rests');
  }

  /** Returns false if nothing may be asked from now on. */
  function count(answer: BytesAnswer | PoliteNoAnswer): boolean {
    const isUnanswered = answer.kind === 'no-answer';
    // Other reasons, such as a missing connection, are not failures of Crossref.
    if (isUnanswered && answer.why !== 'lost' && answer.why !== 'timeout') return true;
    const isFailure = isUnanswered || answer.status === 429 || answer.status >= 500;
    failures = [...failures, isFailure].slice(-lastAnswers);
    const tooMany = failures.length === lastAnswers && failures.filter(Boolean).length > lastAnswers / 10;
    if ((answer.kind === 'answer' && answer.status === 403) || tooMany) {
      restsUntil = clock.now() + oneDay;
      failures = [];
    }
    return clock.now() >= restsUntil;
  }

  async function ask(
    accountId: string,
    path: string,
    signal: AbortSignal = parts.signal,
  ): Promise<PoliteResponse> {
    refuseWhileResting();
    const { crossref } = parts.bases();
    const url = new URL(path, crossref);
    if (parts.contact() !== '') url.searchParams.set('mailto', parts.contact());
    const answer = await parts.client.ask({
      address: url.href,
      entered: crossref,
      sandboxAddress: parts.sandboxAddress(accountId),
      answered: count,
      signal,
    });
    if (answer.kind === 'no-answer' || ![200, 404].includes(answer.status) || !answer.isWhole)
      throw sourceProblem(answer, 'Crossref');
    return answer;
  }

  /** A DOI that Crossref does not have may be another agency's (reference/sources.md 3.3). */
  async function isKnownElsewhere(accountId: string, doi: string): Promise<boolean> {
    const { handles } = parts.bases();
    const answer = await parts.client.ask({
      address: `${handles}api/handles/${doiPath(doi)}?type=URL`,
      entered: handles,
      sandboxAddress: parts.sandboxAddress(accountId),
      signal: parts.signal,
    });
    const name = URL.parse(handles)?.host ?? handles;
    if (answer.kind === 'no-answer' || ![200, 404].includes(answer.status) || !answer.isWhole)
      throw sourceProblem(answer, name);
    const { responseCode } = asObject(parseJson(answer.body.toString('utf8')));
    // Without an address, too, it is registered (reference/sources.md 6).
    if (responseCode === 1 || responseCode === 200) return true;
    if (responseCode === 100) return false;
    throw unreadable(name);
  }

  return {
    /** `doi`: bare, in any case. */
    async work(accountId: string, doi: string): Promise<CrossrefAnswer> {
      const key = doi.toLowerCase();
      const since = new Date(clock.now() - oneDay).toISOString();
      const stored = store.get(key, since);
      if (stored) return { state: 'found', ...stored };
      const answer = await ask(accountId, `works/${encodeURIComponent(doi.toWellFormed())}`);
      if (answer.status === 404)
        return { state: (await isKnownElsewhere(accountId, doi)) ? 'elsewhere' : 'unknown' };
      const message = messageIn(answer);
      if (typeof message.DOI === 'string' && message.DOI.toLowerCase() !== key) throw unreadable();
      const found = { work: message, fetchedAt: isoNow({ clock }) };
      store.put(key, found, since);
      return { state: 'found', ...found };
    },
    /**
     * The articles that Crossref has for a journal and a year, or all years (null), a page at a time (reference/sources.md 3.1). Throws
     * AppError, also if a page repeats the previous one.
     */
    async *journalYear(
      accountId: string,
      { issns, year, signal }: { issns: readonly string[]; year: string | null; signal: AbortSignal },
    ): AsyncGenerator<WorksPage> {
      const filter = [
        ...issns.map((issn) => `issn:${issn}`),
        'type:journal-article',
        ...(year === null ? [] : [`from-pub-date:${year}`, `until-pub-date:${year}`]),
      ].join(',');
      const seen = new Set<string>();
      for (let cursor: unknown = '*'; typeof cursor === 'string' && cursor !== ''; ) {
        const query = new URLSearchParams({ filter, select: listed, rows: String(rowsOfPage), cursor });
        const answer = await ask(accountId, `works?${query}`, signal);
        if (answer.status !== 200) throw sourceProblem(answer, 'Crossref');
        const message = messageIn(answer);
        if (!Array.isArray(message.items)) throw unreadable();
        const works = message.items.filter(isObject);
        const fresh = works.filter(({ DOI }) => typeof DOI === 'string' && !seen.has(DOI.toLowerCase()));
        if (message.items.length > 0 && fresh.length === 0) throw fail('crossref.problem.repeats');
        for (const { DOI } of fresh) seen.add(String(DOI).toLowerCase());
        const total = message['total-results'];
        yield { works: fresh, total: isCount(total) ? total : seen.size };
        if (message.items.length < rowsOfPage) return;
        cursor = message['next-cursor'];
      }
    },
  };
}

function messageIn({ body }: PoliteResponse): JsonObject {
  const { message } = asObject(parseJson(body.toString('utf8')));
  if (!isObject(message)) throw unreadable();
  return message;
}

function unreadable(name = 'Crossref'): AppError {
  return fail('crossref.problem.unreadable', { name });
}
