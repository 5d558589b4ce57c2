import type { AppError } from '../../../shared/errors.ts';
import type { HarvestOffer } from '../../../shared/harvest/harvest.ts';
import type { Instant } from '../../../shared/instant.ts';
import { type Message, msg } from '../../../shared/message.ts';
import { xmlText } from '../../formats/text/decodeText.ts';
import { fail } from '../../platform/failures.ts';
import { type PoliteAnswer, type PoliteClient, type PoliteResponse, sourceProblem } from '../politeClient.ts';
import {
  addressOf,
  type HarvestQuery,
  isSame,
  knowsChanges,
  requestOf,
  sortFormats,
  stateOf,
  stepAfter,
} from './harvestSteps.ts';
import { type OaiPage, type OaiPieces, type OaiRecord, readOaiPage } from './oaiPage.ts';

export interface Repository {
  client: PoliteClient;
  /** The base address, as the user entered it. */
  address: string;
  sandboxAddress: string | null;
  signal: AbortSignal;
}

/** The place where a harvest continues. */
export interface HarvestState {
  /** Empty: at the beginning. */
  token: string;
  /** The repository's time when the list began; null if it did not say. */
  responseDate: Instant | null;
}

export interface HarvestParts extends Repository {
  query: HarvestQuery;
  state: HarvestState;
  /** Called with the records that the repository has, whether it sends them or not. */
  offered(records: readonly OaiRecord[]): void;
  /** Stores a response with records; of those that were only listed as deleted, it is empty. */
  keep(page: { bytes: Buffer; records: readonly OaiRecord[]; pieces: OaiPieces }): Promise<void>;
  /** Discards the responses so far, because the list restarts. */
  restart(): Promise<void>;
  progress(state: HarvestState, total: number | null): void;
  note(message: Message): void;
}

/** More parts, records and bytes than any journal has, so that a hostile repository cannot fill memory or disk. */
const maxPages = 10_000;
const maxRecords = 300_000;
const maxBytes = 5_000_000_000;
/** Characters that are remembered of the records of a list. */
const maxSeen = 100_000_000;
/** How many times a list may restart after its token has expired. */
const maxRestarts = 2;
const maxSets = 1_000;
const maxSetPages = 100;
/** So many errors of the server in a row, each for another record, are not about the records. */
const maxErrors = 5;

/** Asks a repository for its name and what it offers. Throws AppError. */
export async function readOffer(repository: Repository): Promise<HarvestOffer & { granularity: string }> {
  const { address } = repository;
  const identify = await askFor(repository, addressOf(address, { verb: 'Identify' }));
  const formats = await askFor(repository, addressOf(address, { verb: 'ListMetadataFormats' }));
  const sets: HarvestOffer['sets'] = [];
  const tokens = new Set<string>();
  for (let token = '', pages = 0; sets.length < maxSets && pages < maxSetPages; pages++) {
    const page = await askFor(
      repository,
      addressOf(address, token === '' ? { verb: 'ListSets' } : { verb: 'ListSets', resumptionToken: token }),
      ['noSetHierarchy', 'badVerb', 'badResumptionToken'],
    );
    sets.push(...page.sets);
    if (page.token === '' || tokens.has(page.token)) break;
    token = page.token;
    tokens.add(token);
  }
  return {
    address,
    name: identify.identify.name || (URL.parse(address)?.host ?? address),
    formats: sortFormats(formats.formats),
    sets: sets.slice(0, maxSets),
    knowsChanges: knowsChanges(address),
    granularity: identify.identify.granularity,
  };
}

/**
 * Fetches every record of a list; returns false if the list did not end. Throws AppError, or the signal's reason;
 * stored responses are kept.
 */
export async function harvestRecords(parts: HarvestParts): Promise<boolean> {
  const { address, query, note } = parts;
  let state = parts.state;
  const seen = new Map<string, string>();
  const tokens = new Set<string>();
  let restarts = 0;
  let bytes = 0;
  let characters = 0;
  const isTooLong = () => seen.size > maxRecords || bytes > maxBytes || characters > maxSeen;
  const keep: HarvestParts['keep'] = async (page) => {
    bytes += page.bytes.length;
    await parts.keep(page);
  };
  for (let pages = 0; pages < maxPages && !isTooLong(); pages++) {
    const response = await fetchXml(parts, requestOf(address, 'ListRecords', query, state.token));
    const page = await readOaiPage(await xmlText(response.body));
    const step = stepAfter(page, seen, tokens);
    if (step.do === 'nothing') {
      parts.progress({ token: '', responseDate: state.responseDate ?? page.responseDate }, null);
      return true;
    }
    if (step.do === 'fail') throw failure(step.why, step.text, address);
    if (step.do === 'start-again') {
      state = { token: '', responseDate: null };
      // The old token must not be resumed: its part of the list is read again, or lost.
      parts.progress(state, null);
      if (++restarts > maxRestarts) throw failure('expires', '', address);
      if (restarts === 1) note(msg('harvest.note.restarted'));
      await parts.restart();
      seen.clear();
      tokens.clear();
      characters = 0;
      continue;
    }
    if (step.do === 'one-by-one') {
      const { why } = step;
      note(msg(`harvest.note.oneByOne.${why}`, { prefix: query.prefix }));
      const responseDate = state.responseDate ?? page.responseDate;
      return await harvestOneByOne(
        { ...parts, keep, state: { token: '', responseDate }, why },
        seen,
        () => bytes > maxBytes,
      );
    }
    state = { token: page.token, responseDate: state.responseDate ?? page.responseDate };
    const fresh = page.records.filter((record) => !isSame(record, seen));
    for (const record of page.records) seen.set(record.identifier, stateOf(record));
    characters += charactersIn(page);
    parts.offered(page.records);
    if (fresh.length > 0) await keep({ bytes: response.body, records: fresh, pieces: page.pieces });
    if (step.next === 'repeats' || step.next === 'tooLong') note(msg(`harvest.note.${step.next}`));
    if (step.next !== 'next') state = { ...state, token: '' };
    tokens.add(page.token);
    parts.progress(state, page.total);
    if (step.next !== 'next') return step.next === 'end';
  }
  parts.progress({ ...state, token: '' }, null);
  note(msg('harvest.note.tooLong'));
  return false;
}

/**
 * Lists the identifiers, then fetches the records that are missing; those refused in the format, as Dublin Core. A record for
 * which the server has an error is refused, too. Returns false if the list did not end, or the server failed for a record,
 * which it may send the next time.
 */
async function harvestOneByOne(
  parts: HarvestParts & { why: 'format' | 'broken' },
  seen: ReadonlyMap<string, string>,
  isTooLarge: () => boolean,
): Promise<boolean> {
  const { address, query, note } = parts;
  const { responseDate } = parts.state;
  const { records, isComplete, isCut, isBroken } = await listIdentifiers(parts);
  const missing = records.filter((record) => !isSame(record, seen));
  parts.offered(missing);
  const deleted = missing.filter(({ isDeleted }) => isDeleted);
  if (deleted.length > 0)
    await parts.keep({ bytes: Buffer.alloc(0), records: deleted, pieces: { root: '', records: [] } });
  let refused = 0;
  let errors = 0;
  let hasFailed = false;
  for (const record of missing) {
    if (record.isDeleted) continue;
    if (isTooLarge()) break;
    const prefixes = query.prefix === 'oai_dc' ? ['oai_dc'] : [query.prefix, 'oai_dc'];
    const { isKept, problem, isFault } = await keepRecord(parts, record, prefixes);
    if (!isKept) refused++;
    hasFailed ||= isFault;
    errors = problem === null ? 0 : errors + 1;
    parts.progress({ token: '', responseDate }, seen.size + missing.length);
    if (problem !== null && errors === maxErrors) throw problem;
    // Not one record was sent, in this list or in the parts that were read before.
    if (refused > 0 && refused === missing.length && seen.size === 0)
      throw problem ?? failure('error', 'cannotDisseminateFormat', address);
  }
  if (refused > 0) note(msg('harvest.note.refused', { count: refused }));
  const isTooLong = isTooLarge() || isCut;
  if (isBroken && parts.why !== 'broken') note(msg('harvest.note.oneByOne.broken'));
  if (isTooLong || (!isComplete && !isBroken)) note(msg(`harvest.note.${isTooLong ? 'tooLong' : 'repeats'}`));
  parts.progress({ token: '', responseDate }, seen.size + missing.length);
  return isComplete && !isTooLong && !hasFailed;
}

/**
 * `problem`: the server's error for the record; null: it has none, or sent the record in another format. `isFault`: it
 * failed in one of the formats, and may not the next time.
 */
async function keepRecord(
  parts: HarvestParts,
  record: OaiRecord,
  prefixes: readonly string[],
): Promise<{ isKept: boolean; problem: AppError | null; isFault: boolean }> {
  const { identifier } = record;
  let problem: AppError | null = null;
  let isFault = false;
  for (const metadataPrefix of prefixes) {
    const address = addressOf(parts.address, { verb: 'GetRecord', identifier, metadataPrefix });
    const answer = await askServer(parts, address);
    problem = isAboutRecord(answer) ? problemOf(answer, parts) : null;
    isFault ||= answer.kind === 'answer' && answer.status >= 500;
    if (problem !== null) continue;
    const { body } = wholeOf(answer, parts);
    const page = await readOaiPage(await xmlText(body));
    // A broken record is kept, so that the preview names it.
    if (page.isOai && page.errors.length === 0) {
      const records = page.records.length > 0 ? page.records : [record];
      await parts.keep({ bytes: body, records, pieces: page.pieces });
      return { isKept: true, problem: null, isFault };
    }
  }
  return { isKept: false, problem, isFault };
}

/** What may be wrong with this record alone; a server that is busy, or cannot be reached, sends no other one either. */
function isAboutRecord(answer: PoliteAnswer): boolean {
  if (answer.kind === 'no-answer') return false;
  const { status, isTooLarge } = answer;
  return isTooLarge || (status >= 400 && status !== 429 && status !== 503);
}

async function listIdentifiers(
  parts: HarvestParts,
): Promise<{ records: OaiRecord[]; isComplete: boolean; isCut: boolean; isBroken: boolean }> {
  const found = new Map<string, OaiRecord>();
  const tokens = new Set<string>();
  let { query } = parts;
  let isComplete = false;
  let isCut = false;
  let isBroken = false;
  let restarts = 0;
  let characters = 0;
  const isTooLong = () => found.size > maxRecords || characters > maxSeen;
  for (let token = '', pages = 0; pages < maxPages && !isTooLong(); pages++) {
    const address = requestOf(parts.address, 'ListIdentifiers', query, token);
    const { body } = await fetchXml(parts, address);
    const page = await readOaiPage(await xmlText(body));
    const [error] = page.errors;
    if (error?.code === 'cannotDisseminateFormat' && query.prefix !== 'oai_dc') {
      query = { ...query, prefix: 'oai_dc' };
      token = '';
      continue;
    }
    if (error?.code === 'badResumptionToken') {
      if (++restarts > maxRestarts) throw failure('expires', '', parts.address);
      if (restarts === 1) parts.note(msg('harvest.note.restarted'));
      token = '';
      found.clear();
      tokens.clear();
      characters = 0;
      continue;
    }
    isCut = page.isTokenTooLong;
    // The token is at the end of a page, so that a broken one does not say where the list goes on.
    isBroken = !page.isWhole;
    isComplete = error?.code === 'noRecordsMatch' || (!error && page.token === '' && !isCut && !isBroken);
    if (error?.code === 'noRecordsMatch') break;
    if (error || !page.isOai) throw failure(error ? 'error' : 'not-oai', error?.text ?? '', parts.address);
    const isOld = page.records.length > 0 && page.records.every(({ identifier }) => found.has(identifier));
    for (const record of page.records) found.set(record.identifier, record);
    characters += charactersIn(page);
    if (page.token === '' || isBroken || tokens.has(page.token) || isOld) break;
    token = page.token;
    tokens.add(token);
  }
  return { records: [...found.values()], isComplete, isCut: isCut || isTooLong(), isBroken };
}

/** Characters of a page that are remembered while its list is read. */
function charactersIn({ records, token }: OaiPage): number {
  return records.reduce((sum, { identifier, datestamp, title }) => {
    return sum + identifier.length + datestamp.length + title.length;
  }, token.length);
}

/** A page that must be a response without errors other than those in `accepted`. */
async function askFor(
  repository: Repository,
  address: string,
  accepted: readonly string[] = [],
): Promise<OaiPage> {
  const page = await readOaiPage(await xmlText((await fetchXml(repository, address)).body));
  if (!page.isOai) throw failure('not-oai', '', repository.address);
  const error = page.errors.find(({ code }) => !accepted.includes(code));
  if (error) throw failure('error', [error.code, error.text].join(': '), repository.address);
  return page;
}

async function fetchXml(repository: Repository, address: string): Promise<PoliteResponse> {
  return wholeOf(await askServer(repository, address), repository);
}

function askServer(
  { client, address: entered, sandboxAddress, signal }: Repository,
  address: string,
): Promise<PoliteAnswer> {
  return client.ask({ address, entered, sandboxAddress, signal });
}

/** Throws AppError for any other answer than a whole one without an error. */
function wholeOf(answer: PoliteAnswer, repository: Repository): PoliteResponse {
  if (answer.kind === 'no-answer' || answer.status !== 200 || !answer.isWhole)
    throw problemOf(answer, repository);
  return answer;
}

function problemOf(answer: PoliteAnswer, { address }: Repository): AppError {
  return sourceProblem(answer, URL.parse(address)?.host ?? address);
}

function failure(why: 'not-oai' | 'error' | 'expires', text: string, address: string): AppError {
  return fail(`harvest.problem.${why}`, { address }, { details: text });
}
