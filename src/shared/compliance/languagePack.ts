import { t, words } from '../i18n/words.ts';
import { stripMarkup } from '../text/plainText.ts';

/** A funder's words for results (reference/checker-api.md 5); what it does not have comes from our own. */
export interface LanguagePack {
  /** The language that was really served, from the pack's id (`<funder>__<language>`); empty where it does not say. */
  language: string;
  /** Whether the service gave any pack at all. */
  isEmpty: boolean;
  /** The HTML at a path; empty where there is none. */
  html(...path: string[]): string;
  /** The same as plain text. */
  text(...path: string[]): string;
}

/** Reads a pack; anything that is not one is an empty pack. Scalars of other types are read as their text. */
export function readLanguagePack(pack: unknown): LanguagePack {
  const id = at(pack, ['id']);
  const html = (...path: string[]) => at(pack, path);
  return {
    language: /__([a-z]{2,3}(?:-[\w-]+)?)$/i.exec(id)?.[1]?.toLowerCase() ?? '',
    isEmpty: typeof pack !== 'object' || pack === null || Object.keys(pack).length === 0,
    html,
    text: (...path) => plain(html(...path)),
  };
}

/** What a code says: the pack's words, else ours, else the bare code; never empty for a code that is not. */
export function codeWords(pack: LanguagePack, route: string, code: string): string {
  return pack.text('api_codes', 'logs', route, code) || own('log', code.replaceAll('.', '-')) || code.trim();
}

/** What stands before the values of a parameter, without a colon at its end. */
export function parameterWords(pack: LanguagePack, route: string, code: string, name: string): string {
  const heading = pack.text('api_codes', 'logs', route, `${code}.Properties`, name);
  return heading.replace(/\s*:\s*$/, '') || own('parameter', name) || name.trim() || t('compliance.noName');
}

/** A value in words: versions and missing data by name, licences as they are commonly written, an embargo in months. */
export function valueWords(pack: LanguagePack, name: string, value: string): string {
  if (name === 'version')
    return pack.text('explain', 'versions', value) || own('version', key(value)) || value;
  if (name === 'licence' || name === 'license') return licenceName(value);
  if (name === 'missing') return own('missing', key(value)) || value;
  if (name === 'embargo' && /^\d+$/.test(value)) return t('compliance.months', { count: Number(value) });
  return value;
}

/** A route's name. */
export function routeWords(pack: LanguagePack, route: string): string {
  return (
    pack.text('explain', 'routes', route, 'label') ||
    own('route', route) ||
    route.trim() ||
    t('compliance.noName')
  );
}

/** What a qualification means; never empty. */
export function qualificationWords(pack: LanguagePack, id: string): string {
  return (
    pack.text('api_codes', 'qualifications', id, 'description') ||
    own('qualification', id) ||
    id.trim() ||
    t('compliance.noName')
  );
}

/** The label of one of a qualification's values, without a colon at its end. */
export function detailWords(pack: LanguagePack, id: string, name: string): string {
  const label = pack.text('api_codes', 'qualifications', id, name);
  return label.replace(/\s*:\s*$/, '') || own('detail', name) || name.trim() || t('compliance.noName');
}

/** No text of a pack comes near it; what is longer is cut, so that a hostile one takes no time. */
const longestText = 20_000;

/** HTML as one line of plain text. */
export function plain(html: string): string {
  const line = html.replace(/\s+/g, ' ').slice(0, longestText);
  return stripMarkup(line).replace(/\s+/g, ' ').trim();
}

/** `cc-by-nc-nd` and `CC BY-NC-ND` are one licence, written as the second; others stay as they are. */
function licenceName(value: string): string {
  const [, rest] = /^cc[\s-]*(by(?:[\s-]*(?:nc|nd|sa))*|0)$/i.exec(value.trim()) ?? [];
  if (rest === undefined) return value;
  return rest === '0' ? 'CC0' : `CC ${rest.toUpperCase().replaceAll(/[\s-]+/g, '-')}`;
}

/** Our own words for a name of the service; empty where we have none. */
function own(kind: OwnKind, name: string): string {
  const keys: Record<OwnKind, string> = {
    log: `compliance.log.${name}`,
    parameter: `compliance.parameter.${name}`,
    version: `compliance.version.${name}`,
    missing: `compliance.missing.${name}`,
    route: `compliance.route.${name}`,
    qualification: `compliance.qualification.${name}`,
    detail: `compliance.detail.${name}`,
  };
  return /^[\w-]+$/.test(name) && words.exists(keys[kind]) ? t(keys[kind]) : '';
}

type OwnKind = 'log' | 'parameter' | 'version' | 'missing' | 'route' | 'qualification' | 'detail';

function key(value: string): string {
  return value.trim().replaceAll(' ', '-');
}

function at(value: unknown, path: readonly string[]): string {
  let found = value;
  for (const name of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return '';
    found = (found as Record<string, unknown>)[name];
  }
  if (typeof found === 'string') return found;
  return typeof found === 'number' || typeof found === 'boolean' ? String(found) : '';
}
