import type { LinkCheck } from '../../../shared/links/linkCheck.ts';
import type { LinkOutcome } from '../../../shared/links/linkOutcomes.ts';
import type { PoliteAnswer, PoliteResponse } from '../politeClient.ts';

/** The result of one check, without its time. */
export type LinkResult = Pick<LinkCheck, 'outcome' | 'detail' | 'lastAddress' | 'contentType'>;

/** After so many refusals in a row a host is left alone. */
export const maxRefusals = 3;

/** Returns true if the server asks to slow down, or blocks programs. */
export function isRefusal({ outcome, detail }: Pick<LinkResult, 'outcome' | 'detail'>): boolean {
  return outcome === 'unclear' && /^(?:403|429|503)$/.test(detail);
}

/** The host of an address, by which refusals are counted; empty if it has none. */
export function hostOf(address: string): string {
  return URL.parse(address)?.host ?? '';
}

/** Returns true if a server may answer GET although it did not answer HEAD (reference/sources.md 6). */
export function needsGet(answer: PoliteAnswer): boolean {
  if (answer.kind === 'no-answer') return answer.why === 'lost';
  return [403, 404, 405, 501].includes(answer.status);
}

/**
 * Classifies the last answer about an address (reference/sources.md 6). A browser may get further than a program, so
 * few answers count as broken.
 */
export function classifyLink(asked: string, answer: PoliteAnswer): LinkResult {
  const lastAddress = answer.hops.at(-1)?.to ?? asked;
  const result = (outcome: LinkOutcome, detail: string): LinkResult => {
    return { outcome, detail, lastAddress, contentType: answer.kind === 'answer' ? typeOf(answer) : '' };
  };
  if (answer.kind === 'no-answer') {
    if (isCertificateError(answer.detail)) return result('certificate', answer.detail);
    if (answer.why === 'offline' || answer.why === 'lost' || answer.why === 'timeout')
      return result('unreachable', answer.detail || answer.why);
    return result('unclear', answer.why);
  }
  const { status } = answer;
  const detail = String(status);
  if (status === 404 || status === 410) return result('broken', detail);
  if (status === 503 || isRobotWall(answer)) return result('unclear', detail);
  if (status >= 500) return result('unreachable', detail);
  if (status < 200 || status >= 300) return result('unclear', detail);
  if (isLoginPage(asked, lastAddress)) return result('suspicious', 'login');
  if (isHomePage(asked, lastAddress)) return result('suspicious', 'home');
  if (isNotFoundPage(answer)) return result('suspicious', 'not-found');
  return result(hasMoved(asked, answer) ? 'moved' : 'ok', detail);
}

/** Classifies the handle system's answer about a DOI (reference/sources.md 6). */
export function classifyHandle(asked: string, answer: PoliteAnswer): LinkResult {
  const result = (outcome: LinkOutcome, detail: string, lastAddress = asked): LinkResult => {
    return { outcome, detail, lastAddress, contentType: '' };
  };
  if (answer.kind === 'no-answer') return { ...classifyLink(asked, answer), lastAddress: asked };
  const { responseCode, values } = readHandle(answer.body.toString('utf8'));
  const address = values.find(({ type }) => type === 'URL')?.value;
  if (responseCode === 1 && address !== undefined) return result('ok', 'doi', address);
  if (responseCode === 100) return result('broken', 'doi');
  if (responseCode === 1 || responseCode === 200) return result('suspicious', 'doi-without-address');
  return answer.status >= 500 && answer.status !== 503
    ? result('unreachable', String(answer.status))
    : result('unclear', String(answer.status));
}

/** The DOI of an address of the DOI system; null for any other address. */
export function doiOfAddress(address: string): string | null {
  const url = URL.parse(address);
  if (!url || !/^(?:dx\.|www\.)?doi\.org$/i.test(url.hostname)) return null;
  try {
    const path = decodeURIComponent(url.pathname.slice(1));
    return path.startsWith('10.') ? path : null;
  } catch {
    return null;
  }
}

/** The title of an HTML page; empty if it has none. */
function titleOf(html: string): string {
  return /<title[^>]{0,500}>([^<]{0,500})/i.exec(html)?.[1]?.replace(/\s+/g, ' ').trim() ?? '';
}

function readHandle(text: string): { responseCode: unknown; values: { type: unknown; value: string }[] } {
  try {
    const { responseCode, values } = JSON.parse(text) as Record<string, unknown>;
    const list: unknown[] = Array.isArray(values) ? values : [];
    return { responseCode, values: list.flatMap(readHandleValue) };
  } catch {
    return { responseCode: null, values: [] };
  }
}

function readHandleValue(entry: unknown): { type: unknown; value: string }[] {
  const { type, data } = (entry ?? {}) as { type?: unknown; data?: { value?: unknown } | null };
  return typeof data?.value === 'string' ? [{ type, value: data.value }] : [];
}

/** Codes of Node and Chromium. */
function isCertificateError(detail: string): boolean {
  return /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ALTNAME|ERR_SSL/.test(detail);
}

function typeOf({ headers }: PoliteResponse): string {
  const type = (headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase();
  if (type === 'application/pdf' || type === 'application/x-pdf') return 'PDF';
  if (type === 'application/epub+zip') return 'ePUB';
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'HTML';
  return /[/+]xml$/.test(type) ? 'XML' : '';
}

/** Returns true for a page that blocks programs, whatever its status. */
function isRobotWall({ headers, body }: PoliteResponse): boolean {
  if (headers.has('cf-mitigated')) return true;
  return /^(?:just a moment|attention required|access denied|are you a robot|security check|verifying you are human)|captcha/i.test(
    titleOf(body.toString('utf8')),
  );
}

function isNotFoundPage({ body }: PoliteResponse): boolean {
  return /\b404\b|not found|introuvable|no encontrad[ao]|não encontrad[ao]|nicht gefunden/i.test(
    titleOf(body.toString('utf8')),
  );
}

const logIn = '(?:log-?in|sign-?in|sso|wayf|shibboleth|idp)';
const logInPath = new RegExp(`(?:^|[/._-])${logIn}(?:[/._-]|$)`, 'i');
const logInLabel = new RegExp(`^${logIn}$`, 'i');

function isLoginPage(asked: string, last: string): boolean {
  const [from, to] = [new URL(asked), new URL(last)];
  const isPath = ({ pathname }: URL) => logInPath.test(pathname);
  // Not by the name of the domain itself, which may be that of a journal.
  const isHost = ({ hostname }: URL) =>
    hostname
      .split('.')
      .slice(0, -2)
      .some((label) => logInLabel.test(label));
  return (isPath(to) && !isPath(from)) || (isHost(to) && !isHost(from));
}

/** Returns true if an address with less of the same path is answered: the home page of the site, of a journal, or a list. */
function isHomePage(asked: string, last: string): boolean {
  const [from, to] = [partsOf(asked), partsOf(last)];
  if (to.length >= from.length || !to.every((part, at) => part === from[at])) return false;
  const { search, hash } = new URL(last);
  // What is left may still name the article, in the path or elsewhere.
  return to.length === 0 || (to.length <= placeOfName(from) && search + hash === '');
}

/** The parts of a path that mean something: OJS may have `index.php` before those of the journal, and `index` after it. */
function partsOf(address: string): string[] {
  const parts = new URL(address).pathname.toLowerCase().split('/');
  return parts.filter((part) => part !== '' && !/^index(?:\.\w+)?$/.test(part));
}

/** Parts of a path that name no article, but a form of it. */
const formPart = /^(?:pdf|epub|html?|xml|full-?text|full|abstract|download|view|read)$/;

/** The index of the part that names the article: its number, which is not the journal's, or else its last words. */
function placeOfName(parts: readonly string[]): number {
  const number = parts.findIndex((part, at) => at > 0 && /\d/.test(part));
  return number >= 0 ? number : parts.findLastIndex((part) => !formPart.test(part));
}

/** Returns true if every redirect is permanent, and leads to another host or to https. */
function hasMoved(asked: string, { hops }: PoliteResponse): boolean {
  const last = URL.parse(hops.at(-1)?.to ?? '');
  const first = URL.parse(asked);
  if (!last || !first || hops.some(({ status }) => status !== 301 && status !== 308)) return false;
  return last.host !== first.host || (first.protocol === 'http:' && last.protocol === 'https:');
}
