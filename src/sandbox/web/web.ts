import type { Directory } from '../directory.ts';
import { type ArticleBibjson, fullTextOf, identifiersOf, issnsOf } from '../records.ts';
import { answerAsCrossref } from './crossref.ts';
import { answerAsHost } from './linkHosts.ts';
import { answerAsRepository, type RepositoryParts } from './oai/repository.ts';
import type { WebAnswer, WebRequest } from './webAnswer.ts';

/**
 * Simulates every server besides the directory, so that nothing of the sandbox's account leaves this computer:
 * `/web/https/host/path` stands for `https://host/path` (reference/sources.md).
 */
export class Web {
  readonly #directory: Directory;
  readonly #happened = new Set<string>();
  #published: ArticleBibjson[] = [];

  constructor(directory: Directory) {
    this.#directory = directory;
  }

  answer(request: WebRequest): WebAnswer {
    if (request.host === 'api.crossref.org')
      return answerAsCrossref(request.path, request.query, {
        articles: [
          ...[...this.#directory.store.articles.values()].map(({ bibjson }) => bibjson),
          ...this.#published,
        ],
        once: (name) => this.#once(name),
      });
    if (request.host === 'doi.org') return answerHandle(request.path, this.#addresses());
    if (/\/oai\/?$/i.test(request.path)) return answerAsRepository(request, this.#repository());
    return answerAsHost(request);
  }

  /** Faults that happen only once can happen again. */
  reset(): void {
    this.#happened.clear();
    this.#published = [];
  }

  /** Crossref and the repositories have these articles, which the directory does not have, from now on. */
  publish(articles: readonly ArticleBibjson[]): void {
    this.#published = [...articles];
  }

  /** The articles of the directory's journals, those that were published elsewhere only, and one that was deleted. */
  #repository(): RepositoryParts {
    const { store, now } = this.#directory;
    const since = `${now().toISOString().slice(0, 19)}Z`;
    const published = this.#published.map((bibjson) => ({ bibjson, last_updated: since }));
    const articles = [...store.articles.values(), ...published].map(({ bibjson, last_updated }, at) => ({
      number: at + 1,
      datestamp: last_updated,
      set: issnsOf(bibjson)[0] ?? 'none',
      bibjson,
      isDeleted: false,
    }));
    const [first] = articles;
    const deleted = first && { ...first, number: 9_999, isDeleted: true };
    const sets = new Map(articles.map(({ set, bibjson }) => [set, bibjson.journal?.title ?? set]));
    return {
      articles: deleted ? [...articles, deleted] : articles,
      sets,
      now: now(),
      once: (name) => this.#once(name),
    };
  }

  /** Returns true the first time that it is called with a name. */
  #once(name: string): boolean {
    const isFirst = !this.#happened.has(name);
    this.#happened.add(name);
    return isFirst;
  }

  /** Where the DOIs of the directory's articles lead to, by the DOI in lower case. */
  #addresses(): Map<string, string> {
    const found = new Map<string, string>();
    for (const { bibjson } of this.#directory.store.articles.values()) {
      const [doi] = identifiersOf(bibjson, 'doi');
      const url = fullTextOf(bibjson);
      if (doi !== undefined && url !== undefined) found.set(doi.toLowerCase(), url);
    }
    return found;
  }
}

/** Splits the address of a request to a simulated server; null for any other request. */
export function readWebRequest(
  method: string,
  address: string,
  header: WebRequest['header'],
): WebRequest | null {
  const [path = '', ...queries] = address.split('?');
  const [, scheme, host, rest = ''] = /^\/web\/(https?)\/([^/]+)(\/.*)?$/.exec(path) ?? [];
  if (scheme === undefined || host === undefined) return null;
  return {
    method,
    scheme,
    host: host.toLowerCase(),
    path: rest === '' ? '/' : rest,
    query: queries.join('?'),
    header,
  };
}

/**
 * Answers like the handle system about a DOI; `addresses` are the targets of the registered DOIs (reference/sources.md
 * 6).
 */
function answerHandle(path: string, addresses: ReadonlyMap<string, string>): WebAnswer {
  const handle = decodeURIComponent(/\/api\/handles\/(.*)$/.exec(path)?.[1] ?? '');
  const value = addresses.get(handle.toLowerCase());
  // A DOI with "noaddress" is registered without one.
  if (value === undefined && /noaddress/.test(handle)) return json(200, { responseCode: 200, handle });
  if (value === undefined) return json(404, { responseCode: 100, handle });
  const data = { format: 'string', value };
  return json(200, {
    responseCode: 1,
    handle,
    values: [{ index: 1, type: 'URL', data, ttl: 86_400, timestamp: '2024-05-17T08:00:00Z' }],
  });
}

function json(status: number, value: unknown): WebAnswer {
  return { status, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(value) };
}
