import { type Instant, instantAt } from '../instant.ts';
import { asObject, isObject } from '../json.ts';
import { type Message, msg } from '../message.ts';
import type { ComplianceQuestion } from './complianceCheck.ts';

/** The result of a route; anything other than `yes` or `no` is unknown. */
export type RouteCompliance = 'yes' | 'no' | 'unknown';

/** One step of the checker's decision: a code, or the free text of early releases, with the values it mentions. */
export interface LogEntry {
  code: string;
  parameters: Readonly<Record<string, readonly string[]>>;
}

/** A qualification of a route; `data` holds the values that the service returns with it. */
interface Qualification {
  id: string;
  data: Readonly<Record<string, string>>;
}

export interface RouteResult {
  route: string;
  compliant: RouteCompliance;
  qualifications: readonly Qualification[];
  issns: readonly string[];
  rors: readonly string[];
  funder: string | null;
  log: readonly LogEntry[];
}

/** Lists in a card's rule; an absent list is empty and requires nothing. */
export interface CardRule {
  must: readonly string[];
  or: readonly string[];
  not: readonly string[];
}

/** A card and the conditions for showing it. */
export interface Card {
  id: string;
  compliant: boolean;
  preferred: boolean;
  routes: CardRule;
  qualifications: CardRule;
  /** Routes whose own text follows the card's, in this order, if they comply. */
  displayIfCompliant: readonly string[];
  modal: string | null;
}

interface NamedEntry {
  id: string;
  title: string;
}

/** A response of `/calculate` from any release of the service. */
export interface Calculation {
  /** null if the response has no time. */
  started: Instant | null;
  /** Milliseconds. */
  took: number | null;
  journal: (NamedEntry & { issns: readonly string[]; publisher: string }) | null;
  funder: NamedEntry | null;
  institution: NamedEntry | null;
  checks: readonly string[];
  /** The service's own verdict; null if there is none: only `true` and `false` are verdicts. */
  compliant: boolean | null;
  results: readonly RouteResult[];
  cards: readonly Card[];
}

/** One agreement named in an answer. `endDate` is `YYYY-MM-DD`, or empty if unknown. */
export interface Agreement {
  id: string;
  endDate: string;
}

/** Seconds since 1970 are below this, milliseconds above (reference/checker-api.md 0.3). */
const firstMillisecond = 1e11;

/** Reads any release's response of `/calculate` (reference/checker-api.md 2); null for anything else. */
export function readCalculation(answer: unknown): Calculation | null {
  const { request, compliant, results, cards } = asObject(answer);
  if (!isObject(request) && !Array.isArray(results) && !Array.isArray(cards)) return null;
  const asked = asObject(request);
  const [journal] = asList(asked.journal).map(asObject);
  const issns = readTexts(journal?.issn);
  const start = asNumber(asked.started);
  const end = asNumber(asked.ended);
  const unit = start !== null && start < firstMillisecond ? 1000 : 1;
  return {
    started: start === null ? null : instantAt(start * unit),
    took:
      asDuration(asked.took) ?? (start !== null && end !== null ? asDuration((end - start) * unit) : null),
    journal: journal
      ? {
          id: asText(journal.id) || (issns[0] ?? ''),
          title: asText(journal.title),
          issns,
          publisher: asText(journal.publisher),
        }
      : null,
    funder: firstNamed(asked.funder),
    institution: firstNamed(asked.institution),
    checks: readTexts(asked.checks),
    compliant: typeof compliant === 'boolean' ? compliant : null,
    results: asList(results).filter(isObject).map(readResult),
    cards: asList(cards)
      .filter((card) => isObject(card) || (typeof card === 'string' && card.trim() !== ''))
      .map(readCard),
  };
}

/** Reads one route result, also from `/ta`, where the log may have the documented form with `action` and `result`. */
export function readResult(result: unknown): RouteResult {
  const { route, compliant, qualifications, issn, ror, funder, log } = asObject(result);
  return {
    route: asText(route),
    compliant: asCompliance(compliant),
    qualifications: asList(qualifications).flatMap(readQualifications),
    issns: readTexts(issn),
    rors: readTexts(ror),
    funder: asText(funder) || null,
    log: asList(log).map(readEntry),
  };
}

/** Reads a card of an answer or of a funder's configuration. */
export function readCard(card: unknown): Card {
  const { id, compliant, preferred, match_routes, match_qualifications, display_if_compliant, modal } =
    typeof card === 'string' ? { id: card } : asObject(card);
  return {
    id: asText(id),
    compliant: compliant === true,
    preferred: preferred === true,
    routes: readRule(match_routes),
    qualifications: readRule(match_qualifications),
    displayIfCompliant: readTexts(display_if_compliant),
    modal: asText(modal) || null,
  };
}

/**
 * Why the verdict of an answer does not count: it is about another journal, funder or organisation than asked, or about
 * no journal; null if it counts. The service may substitute a similar ISSN (reference/checker-api.md 1.4); a missing
 * funder or organisation is none other (7.1).
 */
export function mismatch(
  calculation: Calculation | null,
  { issn, funder, ror }: Pick<ComplianceQuestion, 'issn' | 'funder' | 'ror'>,
): Message | null {
  const journal = calculation?.journal;
  const wanted = issn.trim().toUpperCase();
  if (!journal || journal.issns.length === 0) return msg('compliance.unknownJournal', { issn });
  if (!journal.issns.some((one) => one.toUpperCase() === wanted))
    return msg('compliance.otherJournal', { title: journal.title || journal.id, issn });
  const { funder: answered, institution } = calculation;
  // An organisation may be given by its address.
  const bare = institution && { ...institution, id: institution.id.toLowerCase().replace(/^.*\//, '') };
  return otherThan(answered, funder) ?? otherThan(bare, ror);
}

function otherThan(answered: NamedEntry | null, asked: string): Message | null {
  if (!answered || answered.id === '' || answered.id === asked) return null;
  const { id, title } = answered;
  return msg('compliance.otherAnswer', {
    title: title || id,
    asked: asked === '' ? msg('compliance.notAffiliated') : asked,
  });
}

/**
 * Says that the service does not know the requested organisation (reference/checker-api.md 1.4); null if it does, or if
 * none was named.
 */
export function unknownOrganisation(calculation: Calculation | null, ror: string): Message | null {
  if (!calculation || calculation.institution || ror === '') return null;
  return msg('compliance.noOrganisation', { ror });
}

/** The agreements named in the results, each once: every result of an answer repeats them all (reference/checker-api.md 3.3). */
export function agreementsOf(results: readonly RouteResult[]): Agreement[] {
  const found = new Map<string, Agreement>();
  for (const { log } of results) {
    for (const { code, parameters } of log) {
      if (code !== 'TA.Exists') continue;
      const [ids = [], dates = []] = [parameters.ta_id, parameters.end_date];
      for (let place = 0; place < Math.max(ids.length, dates.length); place++) {
        const [id = '', endDate = ''] = [ids[place], dates[place]];
        const key = id || `?${endDate}`;
        found.set(key, { id, endDate: found.get(key)?.endDate || endDate });
      }
    }
  }
  return [...found.values()];
}

/** Returns true if the last day of an agreement is over at `now`, in UTC; false if the day is unknown. */
export function isOver(agreement: Agreement, now: Date): boolean {
  return (
    /^\d{4}-\d\d-\d\d/.test(agreement.endDate) &&
    agreement.endDate.slice(0, 10) < now.toISOString().slice(0, 10)
  );
}

/** Returns true if there are agreements, and none of them is in force any more at `now`. */
export function areAllOver(agreements: readonly Agreement[], now: Date): boolean {
  return agreements.length > 0 && agreements.every((one) => isOver(one, now));
}

/** What is to be known of agreements that apply: the service still names those that have ended (reference/checker-api.md 3.3). */
export function agreementsNote(agreements: readonly Agreement[], now: Date): Message {
  return msg(`compliance.agreements.${areAllOver(agreements, now) ? 'over' : 'yes'}`);
}

function readRule(rule: unknown): CardRule {
  const { must, or, not } = asObject(rule);
  const once = (list: unknown) => [...new Set(readTexts(list))];
  return { must: once(must), or: once(or), not: once(not) };
}

/** Reads an object with one key for each qualification; early releases also sent the bare name. */
function readQualifications(entry: unknown): Qualification[] {
  if (typeof entry === 'string') return entry === '' ? [] : [{ id: entry, data: {} }];
  return Object.entries(asObject(entry)).map(([id, data]) => ({
    id,
    data: texts(typeof data === 'string' ? { caveat: data } : data),
  }));
}

function texts(data: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(asObject(data)).flatMap(([name, value]) => {
      const text = readTexts(value).join(', ');
      return text === '' ? [] : [[name, text]];
    }),
  );
}

const ownMembers = ['code', 'action', 'result', 'parameters', 'paramaters'];

/** Properties are in `parameters` (reference/checker-api.md 2.2), or beside the code; one release misspelt the word (0.3). */
function readEntry(entry: unknown): LogEntry {
  if (typeof entry === 'string') return { code: entry, parameters: {} };
  const object = asObject(entry);
  const beside = Object.fromEntries(Object.entries(object).filter(([name]) => !ownMembers.includes(name)));
  const given = { ...beside, ...asObject(object.paramaters), ...asObject(object.parameters) };
  const parameters = Object.entries(given).flatMap(([name, value]): [string, string[]][] => {
    const list = readTexts(value);
    return list.length === 0 && !Array.isArray(value) ? [] : [[name, list]];
  });
  const spoken = [asText(object.action), asText(object.result)].filter((part) => part !== '');
  return { code: asText(object.code) || spoken.join(': '), parameters: Object.fromEntries(parameters) };
}

function firstNamed(list: unknown): NamedEntry | null {
  const [first] = asList(list);
  if (first === undefined) return null;
  if (typeof first === 'string') return { id: first, title: '' };
  const { id, title } = asObject(first);
  return { id: asText(id), title: asText(title) };
}

/** Only the service's exact values count: nothing else means "complies" (reference/checker-api.md 2.2). */
function asCompliance(value: unknown): RouteCompliance {
  return value === 'yes' || value === 'no' ? value : 'unknown';
}

/** Returns a list, a single value as a list of one, and a missing value as an empty list. */
function asList(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null || value === '' ? [] : [value];
}

/** The texts of a list, or a single one; values other than text, numbers and booleans are left out, as is empty text. */
export function readTexts(value: unknown): string[] {
  return asList(value)
    .map(asText)
    .filter((text) => text !== '');
}

function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** Milliseconds; no answer takes more than a day. */
function asDuration(value: unknown): number | null {
  const duration = asNumber(value);
  return duration !== null && duration >= 0 && duration <= 86_400_000 ? duration : null;
}

function asNumber(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}
