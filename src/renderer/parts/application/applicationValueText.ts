import type { VocabularyName } from '../../../shared/directory/vocabulary.ts';
import { getAt } from '../../../shared/draft/fieldPath.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { nameOf } from '../../../shared/i18n/vocabularyNames.ts';
import { isEmpty, type Json } from '../../../shared/json.ts';

export const vocabularyOf: Readonly<Record<string, VocabularyName>> = {
  'bibjson.publisher.country': 'country',
  'bibjson.institution.country': 'country',
  'bibjson.language': 'language',
  'bibjson.editorial.review_process': 'review',
  'bibjson.preservation.service': 'preservation',
  'bibjson.deposit_policy.service': 'deposit',
  'bibjson.pid_scheme.scheme': 'pid',
  'bibjson.labels': 'label',
};

/** The value of a field as text, one line for each entry of a list; undefined if it has none. */
export function applicationValueText(path: string, value: Json | null | undefined): string | undefined {
  if (value === null || value === undefined || isEmpty(value)) return undefined;
  if (path === 'bibjson.article.license_display') return displayText(value);
  return Array.isArray(value) ? value.map((one) => entryText(path, one)).join('\n') : entryText(path, value);
}

/** The answers that the form asks for, beside others that a record may have. */
function displayText(value: Json): string {
  const words: Record<string, string> = { Embed: t('common.yes'), No: t('common.no') };
  if (!Array.isArray(value)) return JSON.stringify(value);
  return value.map((one) => words[String(one)] ?? String(one)).join('\n');
}

function entryText(path: string, value: Json): string {
  if (value === true) return t('common.yes');
  if (value === false) return t('common.no');
  const list = vocabularyOf[path];
  if (typeof value === 'string') return list ? nameOf(list, value) : value;
  if (path === 'bibjson.license') return licenceText(value);
  if (path === 'bibjson.apc.max') return priceText(value);
  if (path === 'bibjson.subject') return String(getAt(value, 'term') ?? getAt(value, 'code') ?? '');
  return typeof value === 'number' ? String(value) : JSON.stringify(value);
}

function licenceText(value: Json): string {
  const type = getAt(value, 'type');
  if (typeof type !== 'string') return JSON.stringify(value);
  const attributes = ['BY', 'SA', 'NC', 'ND'].filter((name) => getAt(value, name) === true);
  const isOwn = attributes.length > 0 && !type.startsWith('CC');
  return isOwn ? `${nameOf('licence', type)} (${attributes.join(', ')})` : nameOf('licence', type);
}

function priceText(value: Json): string {
  const price = getAt(value, 'price');
  const currency = getAt(value, 'currency');
  if (isEmpty(price) && isEmpty(currency)) return JSON.stringify(value);
  return `${isEmpty(currency) ? '?' : currency} ${isEmpty(price) ? '?' : price}`;
}
