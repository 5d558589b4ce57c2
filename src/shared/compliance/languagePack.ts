import { cached } from '../cached.ts';
import { literal, type Message, msg } from '../message.ts';
import { stripMarkup } from '../text/plainText.ts';

/** A funder's own texts for results (reference/checker-api.md 5); Colophon's texts fill the gaps. */
export interface LanguagePack {
  /** The language that was actually served, from the pack's id (`<funder>__<language>`); empty if the id does not contain it. */
  language: string;
  /** True if the service returned a pack. */
  isEmpty: boolean;
  /** The HTML at a path; empty if there is none. */
  html(...path: string[]): string;
  /** The same as plain text. */
  text(...path: string[]): string;
}

/** Reads a pack; anything else is read as an empty pack. Scalars of other types are converted to text. */
export function readLanguagePack(pack: unknown): LanguagePack {
  const id = at(pack, ['id']);
  const html = (...path: string[]) => at(pack, path);
  const textAt = cached((path) => plain(html(...(JSON.parse(path) as string[]))));
  return {
    language: /__([a-z]{2,3}(?:-[\w-]+)?)$/i.exec(id)?.[1]?.toLowerCase() ?? '',
    isEmpty: typeof pack !== 'object' || pack === null || Object.keys(pack).length === 0,
    html,
    text: (...path) => textAt(JSON.stringify(path)),
  };
}

/** The meaning of a code: the pack's text, else ours, else the code itself; null only for an empty code. */
export function codeMessage(pack: LanguagePack, route: string, code: string): Message | null {
  const text = pack.text('api_codes', 'logs', route, code);
  if (text !== '') return literal(text);
  return ownMessage('log', code.replaceAll('.', '-'), code.trim());
}

/** The heading of a parameter's values, without a trailing colon. */
export function parameterMessage(pack: LanguagePack, route: string, code: string, name: string): Message {
  const heading = pack.text('api_codes', 'logs', route, `${code}.Properties`, name);
  return withoutColon(heading) ?? ownMessage('parameter', name, name.trim()) ?? msg('compliance.noName');
}

/** The text of a parameter's value: versions and missing data by name, licences in their common spelling, an embargo in months. */
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

export function routeMessage(pack: LanguagePack, route: string): Message {
  const text = pack.text('explain', 'routes', route, 'label');
  if (text !== '') return literal(text);
  return ownMessage('route', route, route.trim()) ?? msg('compliance.noName');
}

/** Our own title of a card that comes with the checker, else its id. */
export function cardMessage(id: string): Message {
  return ownMessage('card', id, id.trim()) ?? msg('compliance.noName');
}

export function qualificationMessage(pack: LanguagePack, id: string): Message {
  const text = pack.text('api_codes', 'qualifications', id, 'description');
  if (text !== '') return literal(text);
  return ownMessage('qualification', id, id.trim()) ?? msg('compliance.noName');
}

/** The label of one of a qualification's values, without a trailing colon. */
export function detailMessage(pack: LanguagePack, id: string, name: string): Message {
  const label = pack.text('api_codes', 'qualifications', id, name);
  return withoutColon(label) ?? ownMessage('detail', name, name.trim()) ?? msg('compliance.noName');
}

function withoutColon(heading: string): Message | null {
  const text = heading.replace(/\s*:\s*$/, '');
  return text === '' ? null : literal(text);
}

/** Far longer than any text of a pack; longer text is cut, so that a hostile one cannot take long. */
const maxTextLength = 20_000;

/** HTML as one line of plain text. */
export function plain(html: string): string {
  const line = html.replace(/\s+/g, ' ').slice(0, maxTextLength);
  return stripMarkup(line).replace(/\s+/g, ' ').trim();
}

/** Writes `cc-by-nc-nd` as `CC BY-NC-ND`; other licences are unchanged. */
function licenceName(value: string): string {
  const [, rest] = /^cc[\s-]*(by(?:[\s-]*(?:nc|nd|sa))*|0)$/i.exec(value.trim()) ?? [];
  if (rest === undefined) return value;
  return rest === '0'
    ? 'CC0'
    : `CC ${rest
        .toUpperCase()
        .match(/[A-Z]{2}/g)
        ?.join('-')}`;
}

/** Our own text for a name used by the service, else `otherwise`; null if that is empty. */
function ownMessage(kind: OwnKind, name: string, otherwise: string): Message | null {
  if (/^[\w-]+$/.test(name)) return msg(`compliance.${kind}.${specified(name)}`, { otherwise });
  return otherwise === '' ? null : literal(otherwise);
}

/** A code or id of the deployed service as the specification spells it (reference/checker-api.md 0.2). */
function specified(name: string): string {
  const spelt = name.replace('DOAJ', 'Directory').replace('doaj', 'directory');
  return spelt.replace('OAW', 'Registry').replace('OAB', 'PolicySource');
}

type OwnKind = 'card' | 'log' | 'parameter' | 'version' | 'missing' | 'route' | 'qualification' | 'detail';

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
