import { fieldText } from '../../../shared/i18n/fieldText.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { isObject, type Json } from '../../../shared/json.ts';
import { type DiffOrder, entryText } from '../form/comparison/compareRecords.ts';
import { listPaths } from './articleEdits.ts';
import { doiField, formFields, journalField } from './articlePlaces.ts';

export const articleDiffOrder: DiffOrder = {
  order: formFields
    .filter(({ path }) => path !== journalField)
    .map(({ path }) => (path === doiField ? listPaths.identifiers : path)),
  holders: ['admin', 'bibjson', 'bibjson.journal'],
  textOf: (path, value) => {
    if (!Array.isArray(value)) return undefined;
    if (path === listPaths.identifiers) return value.map(identifierText).join('\n');
    if (path === listPaths.links) return value.map(linkText).join('\n');
    return undefined;
  },
};

/** `DOI: 10.5555/x`: forms call identifiers by these labels, not by their types. */
function identifierText(entry: Json): string {
  const path = `${listPaths.identifiers}[0]`;
  const label = fieldText(path, { bibjson: { identifier: [entry] } });
  const isLabelled = label !== fieldText(path) && isObject(entry) && typeof entry.id === 'string';
  return isLabelled ? `${t('common.labelled', { label })} ${entry.id}` : entryText(entry);
}

/** Every link is a full text, and forms show no type for it. */
function linkText(entry: Json): string {
  if (!isObject(entry) || entry.type !== 'fulltext') return entryText(entry);
  const { type: _, ...shown } = entry;
  return entryText(shown);
}
