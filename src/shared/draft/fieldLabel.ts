import { applicationFields } from '../application/applicationFields.ts';
import { articleFieldList } from '../article/articleFields.ts';
import { literal, type Message, msg } from '../message.ts';
import { getAt } from './fieldPath.ts';

/** Members of articles, applications and journals that forms show: path without indexes, and the key of the label under `field`. */
const labels: Record<string, string> = {
  ...Object.fromEntries(articleFieldList.map(({ path, label, name }) => [path, label ?? name])),
  ...Object.fromEntries(
    applicationFields.flatMap(({ path, label, entry }) => [
      [path, label],
      ...(entry === undefined ? [] : [[`${path}[]`, entry]]),
    ]),
  ),
  'bibjson.publisher': 'publisherName',
  'bibjson.institution': 'institutionName',
  'bibjson.license[].type': 'type',
  'bibjson.license[].url': 'address',
  'bibjson.license[].BY': 'attributeBy',
  'bibjson.license[].NC': 'attributeNc',
  'bibjson.license[].ND': 'attributeNd',
  'bibjson.license[].SA': 'attributeSa',
  'bibjson.apc.max[].currency': 'currency',
  'bibjson.apc.max[].price': 'price',
  'bibjson.labels': 'labels',
  'bibjson.replaces': 'replaces',
  'bibjson.is_replaced_by': 'replacedBy',
  'bibjson.discontinued_date': 'discontinued',
  'admin.contact': 'contact',
  'admin.current_journal': 'currentJournal',
};

/** `Title`, `Author 2, ORCID`; with the record, an identifier by type. Unknown members keep their path. */
export function fieldLabel(path: string, record?: unknown): Message {
  const found = /^(.*?)\[(\d+)\](?:\.(.+))?$/.exec(path);
  if (!found) return path === '' ? msg('field.record') : labelOf(path, path);
  const [, list, place, member] = found;
  if (list === 'bibjson.identifier') {
    const type = getAt(record, `${list}[${place}].type`);
    const slot = typeof type === 'string' ? type.toLowerCase() : '';
    if (slot === 'doi' || slot === 'pissn' || slot === 'eissn') return msg(`field.${slot}`);
    return numbered(`${list}[]`, place!);
  }
  const entry = numbered(`${list}[]`, place!);
  if (member === undefined) return entry;
  return msg('fieldPlace.member', { entry, member: labelOf(`${list}[].${member}`, member) });
}

/** Returns true if the field has a label because forms show it. */
export function hasLabel(path: string): boolean {
  return path === '' || /\[\d+\]/.test(path) || Object.hasOwn(labels, path);
}

function numbered(list: string, place: string): Message {
  return msg('fieldPlace.numbered', { label: labelOf(list, list), place: Number(place) + 1 });
}

function labelOf(path: string, otherwise: string): Message {
  const key = Object.hasOwn(labels, path) ? labels[path] : undefined;
  return key === undefined ? literal(otherwise) : msg(`field.${key}`);
}
