import { literal, type Message, msg } from '../message.ts';
import { stripMarkup } from '../text/plainText.ts';

/** A funder's own texts for results (reference/checker-api.md 5); Colophon's fill the gaps. */
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

/** The meaning of a code: the pack's text, else ours, else the bare code; null only for an empty code. */
export function codeMessage(pack: LanguagePack, route: string, code: string): Message | null {
  const text = pack.text('api_codes', 'logs', route, code);
  if (text !== '') return literal(text);
  return ownMessage('log', code.replaceAll('.', '-'), code.trim());
}

/** The heading of a parameter's values, without a colon at its end. */
export function parameterMessage(pack: LanguagePack, route: string, code: string, name: string): Message {
  const heading = pack.text('api_codes', 'logs', route, `${code}.Properties`, name);
  return withoutColon(heading) ?? ownMessage('parameter', name, name.trim()) ?? msg('compliance.noName');
}

/** A parameter's value: versions and missing data by name, licences as they are commonly written, an embargo in months. */
export function valueMessage(pack: LanguagePack, name: string, value: string): Message {
  if (name === 'version') {
    const text = pack.text('explain', 'versions', value);
    return text !== '' ? literal(text) : (ownMessage('version', key(value), value) ?? literal(value));
  }
  if (name === 'licence' || name === 'license') return literal(licenceName(value));
  if (name === 'missing') return ownMessage('missing', key(value), value) ?? literal(value);
  if (name === 'embargo' && /^\d+$/.test(value)) return msg('compliance.months', { count: Number(value) });
  return literal(value);
}

/** A route's name. */
export function routeMessage(pack: LanguagePack, route: string): Message {
  const text = pack.text('explain', 'routes', route, 'label');
  if (text !== '') return literal(text);
  return ownMessage('route', route, route.trim()) ?? msg('compliance.noName');
}

/** The meaning of a qualification. */
export function qualificationMessage(pack: LanguagePack, id: string): Message {
  const text = pack.text('api_codes', 'qualifications', id, 'description');
  if (text !== '') return literal(text);
  return ownMessage('qualification', id, id.trim()) ?? msg('compliance.noName');
}

/** The label of one of a qualification's values, without a colon at its end. */
export function detailMessage(pack: LanguagePack, id: string, name: string): Message {
  const label = pack.text('api_codes', 'qualifications', id, name);
  return withoutColon(label) ?? ownMessage('detail', name, name.trim()) ?? msg('compliance.noName');
}

function withoutColon(heading: string): Message | null {
  const text = heading.replace(/\s*:\s*$/, '');
  return text === '' ? null : literal(text);
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

/** Our own text for a name of the service, else `otherwise`; null if that is empty. */
function ownMessage(kind: OwnKind, name: string, otherwise: string): Message | null {
  if (/^[\w-]+$/.test(name)) return msg(`compliance.${kind}.${name}`, { otherwise });
  return otherwise === '' ? null : literal(otherwise);
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
