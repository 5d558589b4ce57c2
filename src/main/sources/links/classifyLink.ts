import type { LinkCheck } from '../../../shared/links/linkCheck.ts';
import type { LinkOutcome } from '../../../shared/links/linkOutcomes.ts';
import type { PoliteAnswer, PoliteResponse } from '../politeClient.ts';

/** The result of one check, without its time. */
export type LinkResult = Pick<LinkCheck, 'outcome' | 'detail' | 'lastAddress' | 'contentType'>;

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

function isLoginPage(asked: string, last: string): boolean {
  const isLogin = (address: string) =>
    /(?:^|[/._-])(?:log-?in|sign-?in|sso|wayf|shibboleth|idp)(?:[/._-]|$)/i.test(
      URL.parse(address)?.pathname ?? '',
    );
  return asked !== last && isLogin(last) && !isLogin(asked);
}

function isHomePage(asked: string, last: string): boolean {
  const isHome = (address: string) => /^\/(?:index\.\w+)?$/i.test(URL.parse(address)?.pathname ?? '/x');
  return asked !== last && isHome(last) && !isHome(asked);
}

/** Returns true if every redirect is permanent, and leads to another host or to https. */
function hasMoved(asked: string, { hops }: PoliteResponse): boolean {
  const last = URL.parse(hops.at(-1)?.to ?? '');
  const first = URL.parse(asked);
  if (!last || !first || hops.some(({ status }) => status !== 301 && status !== 308)) return false;
  return last.host !== first.host || (first.protocol === 'http:' && last.protocol === 'https:');
}
