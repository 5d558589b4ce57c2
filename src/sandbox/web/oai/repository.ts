import { gzipSync } from 'node:zlib';
import { page as htmlPage } from '../linkHosts.ts';
import type { WebAnswer, WebRequest } from '../webAnswer.ts';
import { escapeXml, janewayDublinCore, jats, type OaiArticle, ojsDublinCore } from './oaiRecords.ts';

export interface RepositoryParts {
  /** The articles of all journals, in the order of their numbers. */
  articles: readonly OaiArticle[];
  /** The titles of the journals by their sets. */
  sets: ReadonlyMap<string, string>;
  now: Date;
  /** Returns true the first time it is called with a name. */
  once: (name: string) => boolean;
}

/** Records per part. */
const partSize = 15;
const title = 'Open Journals of the sandbox';

type Args = ReadonlyMap<string, string>;
type Kind = 'ojs' | 'janeway' | 'strict';

/**
 * Answers like a repository for harvesting. The first label of the host names the platform, `ojs`, `janeway` or
 * `strict`, and perhaps a fault, as in `ojs-expired.example` (reference/sources.md 2, stand-in).
 */
export function answerAsRepository(request: WebRequest, parts: RepositoryParts): WebAnswer {
  const label = /^[^.:]*/.exec(request.host)?.[0] ?? '';
  const [, kind = 'ojs', fault = ''] = /^(ojs|janeway|strict)(?:-(\w+))?$/.exec(label) ?? [];
  // Janeway's repository has another path.
  if (kind === 'janeway' && !/\/api\/oai\/?$/.test(request.path)) return htmlPage(404, 'Not here');
  const params = new URLSearchParams(request.query);
  const isList = params.get('verb') === 'ListRecords';
  const first = () => parts.once(label);
  if (fault === 'off') return htmlPage(302, 'Elsewhere', { Location: 'index' });
  if (fault === 'busy' && isList && first()) return htmlPage(503, 'Busy', { 'Retry-After': '1' });
  const body = new Repository(kind as Kind, fault, parts).answer(params);
  const type = kind === 'janeway' ? 'application/xml' : 'text/xml;charset=utf-8';
  const headers = { 'Content-Type': type };
  if (fault === 'zip')
    return { status: 200, headers: { ...headers, 'Content-Encoding': 'gzip' }, body: gzipSync(body) };
  if (isList && (fault === 'cutting' || (fault === 'cut' && first())))
    return { status: 200, headers, body, end: 'cut' };
  return { status: 200, headers, body };
}

class Repository {
  readonly #kind: Kind;
  readonly #fault: string;
  readonly #parts: RepositoryParts;

  constructor(kind: Kind, fault: string, parts: RepositoryParts) {
    this.#kind = kind;
    this.#fault = fault;
    this.#parts = parts;
  }

  answer(params: URLSearchParams): string {
    const names = [...params.keys()];
    const isRepeated = new Set(names).size < names.length;
    const unknown = names.find((name) => !args.has(name));
    if (this.#kind === 'strict' && (isRepeated || unknown !== undefined))
      return this.#error('badArgument', `Unknown or repeated argument ${unknown ?? ''}`);
    const given = new Map(params);
    const verb = given.get('verb') ?? (this.#kind === 'janeway' ? 'ListRecords' : undefined);
    switch (verb) {
      case 'Identify':
        return this.#identify();
      case 'ListMetadataFormats':
        return this.#wrap(verb, this.#prefixes().map(formatXml).join(''));
      case 'ListSets':
        return this.#listSets(verb);
      case 'ListRecords':
      case 'ListIdentifiers':
        return this.#list(verb, given);
      case 'GetRecord':
        return this.#getRecord(given);
      case undefined:
        return this.#error('badVerb', 'Missing verb parameter');
      default:
        return this.#error('badVerb', 'Illegal OAI verb');
    }
  }

  #identify(): string {
    const hasDeleted = this.#kind === 'janeway' ? 'no' : 'persistent';
    const granularity = this.#kind === 'strict' ? 'YYYY-MM-DD' : 'YYYY-MM-DDThh:mm:ssZ';
    return this.#wrap(
      'Identify',
      `<repositoryName>${title}</repositoryName><baseURL>https://ojs.example/oai</baseURL><protocolVersion>2.0</protocolVersion>
<adminEmail>office@ojs.example</adminEmail><earliestDatestamp>2019-01-01T00:00:00Z</earliestDatestamp>
<deletedRecord>${hasDeleted}</deletedRecord><granularity>${granularity}</granularity>`,
    );
  }

  #listSets(verb: string): string {
    if (this.#kind === 'strict') return this.#error('noSetHierarchy', 'There are no sets');
    const sets = [...this.#parts.sets].map(
      ([spec, name]) => `<set><setSpec>${spec}</setSpec><setName>${escapeXml(name)}</setName></set>`,
    );
    return this.#wrap(verb, sets.join(''));
  }

  #prefixes(): string[] {
    return this.#fault === 'plain' ? ['oai_dc'] : ['oai_dc', 'jats', 'marcxml'];
  }

  #list(verb: 'ListRecords' | 'ListIdentifiers', given: Args): string {
    const token = given.get('resumptionToken');
    const query = token === undefined ? given : this.#readToken(token);
    if (!query || (token !== undefined && this.#hasExpired()))
      return this.#error('badResumptionToken', 'The requested resumptionToken is invalid or has expired');
    const prefix = query.get('metadataPrefix') ?? (this.#kind === 'janeway' ? 'oai_dc' : undefined);
    if (prefix === undefined) return this.#error('badArgument', 'metadataPrefix is missing');
    if (!this.#prefixes().includes(prefix)) {
      if (this.#kind === 'janeway') return this.#wrap(verb, '');
      return this.#refuseFormat();
    }
    const { from = '', until = '9999' } = { from: query.get('from'), until: query.get('until') };
    if (until < from)
      return this.#error('badArgument', 'until parameter must be greater than or equal to from parameter');
    const found = this.#fault === 'none' ? [] : this.#matching(query, from, until);
    if (found.length === 0) {
      if (this.#kind === 'janeway') return this.#wrap(verb, '');
      return this.#error('noRecordsMatch', 'No matching records in this repository');
    }
    const start = Number(query.get('start') ?? 0);
    const part = found.slice(start, start + partSize);
    if (verb === 'ListRecords' && prefix === 'jats' && part.some((article) => this.#refusesJats(article)))
      return this.#refuseFormat();
    const records = part.map((article) =>
      verb === 'ListIdentifiers' ? this.#header(article) : this.#record(article, prefix),
    );
    return this.#wrap(verb, records.join('\n') + this.#tokenXml(query, start, found.length));
  }

  #matching(query: Args, from: string, until: string): OaiArticle[] {
    const set = query.get('set');
    return this.#parts.articles.filter((article) => {
      if (article.isDeleted && this.#kind === 'janeway') return false;
      if (set !== undefined && article.set !== set) return false;
      // OJS compares only the day since 3.4.
      const day = article.datestamp.slice(0, 10);
      return day >= from.slice(0, 10) && day <= until.slice(0, 10);
    });
  }

  #getRecord(given: Args): string {
    const number = Number(/(\d+)$/.exec(given.get('identifier') ?? '')?.[1]);
    const prefix = given.get('metadataPrefix') ?? '';
    const article = this.#parts.articles.find((one) => one.number === number);
    if (!article) return this.#error('idDoesNotExist', 'No matching identifier in this repository');
    if (!this.#prefixes().includes(prefix) || (prefix === 'jats' && this.#refusesJats(article)))
      return this.#refuseFormat();
    return this.#wrap('GetRecord', this.#record(article, prefix));
  }

  /** An article without a JATS file ends the whole list. */
  #refusesJats({ number, isDeleted }: OaiArticle): boolean {
    return this.#fault === 'refuses' && !isDeleted && number === 20;
  }

  #refuseFormat(): string {
    return this.#error(
      'cannotDisseminateFormat',
      'The requested metadataPrefix is not supported by this repository',
    );
  }

  #hasExpired(): boolean {
    return this.#fault === 'expires' || (this.#fault === 'expired' && this.#parts.once('expired'));
  }

  #identifier({ number }: OaiArticle): string {
    return this.#kind === 'janeway' ? `oai:sandbox:id:${number}` : `oai:ojs.example:article/${number}`;
  }

  #header(article: OaiArticle): string {
    const status = article.isDeleted ? ' status="deleted"' : '';
    return `<header${status}><identifier>${this.#identifier(article)}</identifier><datestamp>${article.datestamp}</datestamp><setSpec>${article.set}</setSpec></header>`;
  }

  #record(article: OaiArticle, prefix: string): string {
    if (article.isDeleted) return `<record>${this.#header(article)}</record>`;
    const dublinCore = this.#kind === 'janeway' ? janewayDublinCore : ojsDublinCore;
    const metadata = prefix === 'jats' ? jats(article) : dublinCore(article);
    const isBroken = this.#fault === 'broken' && article.number === 3;
    const content = isBroken ? metadata.replace('<dc:title', '<dc:title & <') : metadata;
    return `<record>${this.#header(article)}<metadata>${content}</metadata></record>`;
  }

  #tokenXml(query: Args, start: number, total: number): string {
    const next = start + partSize;
    if (this.#fault === 'endless') return '<resumptionToken>again</resumptionToken>';
    if (next >= total)
      return this.#kind === 'ojs' ? `<resumptionToken completeListSize="${total}" cursor="${start}"/>` : '';
    const { metadataPrefix = 'oai_dc', set = '', from = '' } = Object.fromEntries(query);
    const token = `${metadataPrefix}+${set}&${from}/=${next}`;
    return `<resumptionToken completeListSize="${total}">${escapeXml(token)}</resumptionToken>`;
  }

  /** Null for an unknown token, which Janeway treats as the beginning. */
  #readToken(token: string): Args | null {
    if (this.#fault === 'endless' && token === 'again') return new Map([['metadataPrefix', 'oai_dc']]);
    const [, prefix, set = '', from = '', start = ''] = /^(\w+)\+(.*)&(.*)\/=(\d+)$/.exec(token) ?? [];
    if (prefix === undefined)
      return this.#kind === 'janeway' ? new Map([['metadataPrefix', 'oai_dc']]) : null;
    const given = { metadataPrefix: prefix, set, from, start };
    return new Map(Object.entries(given).filter(([, value]) => value !== ''));
  }

  #error(code: string, text: string): string {
    return this.#page(`<error code="${code}">${escapeXml(text)}</error>`);
  }

  #wrap(verb: string, content: string): string {
    return this.#page(`<${verb}>${content}</${verb}>`);
  }

  #page(content: string): string {
    const date = this.#parts.now.toISOString().replace(/\.\d+Z$/, 'Z');
    const style = this.#kind === 'ojs' ? '<?xml-stylesheet type="text/xsl" href="/oai2.xsl" ?>\n' : '';
    return `<?xml version="1.0" encoding="UTF-8"?>\n${style}<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/">
<responseDate>${date}</responseDate><request>https://ojs.example/oai</request>\n${content}\n</OAI-PMH>`;
  }
}

const args = new Set(['verb', 'identifier', 'metadataPrefix', 'from', 'until', 'set', 'resumptionToken']);

function formatXml(prefix: string): string {
  return `<metadataFormat><metadataPrefix>${prefix}</metadataPrefix><schema>https://ojs.example/${prefix}.xsd</schema><metadataNamespace>https://ojs.example/${prefix}</metadataNamespace></metadataFormat>`;
}
