import { type Message, msg } from '../../../shared/message.ts';
import { isCode, isCount, isDate, isLanguage, isPages, isUsed, xmlShapes } from '../unused/shapes.ts';
import type { PartName, PartRules, Shape, SourcePart } from '../unused/sourcePart.ts';

/** The parts of deposits that are not imported, and those whose values become something else. */
export const crossrefRules: PartRules = {
  dropped: new Map<string, PartName>([
    // Deposits often have an empty list of references, so nothing is lost with it.
    ['citation_list', (list) => countOf(list, 'citation')],
    ['crossmark', msg('import.part.crossmark')],
    ['component_list', msg('import.part.components')],
    ['acceptance_date', msg('import.part.acceptanceDate')],
    ['archive_locations', msg('import.part.archive')],
    ['program', programName],
    // The reader names these.
    ['collection', ({ attributes }) => (attributes.get('property') === 'crawler-based' ? null : undefined)],
    ['abstract', ({ attributes }) => (isSpecial(attributes.get('abstract-type')) ? null : undefined)],
  ]),
  named: new Map([
    ['journal_metadata', msg('import.part.journalDetails')],
    ['journal_issue', msg('import.part.issueDetails')],
    ['publisher_item', msg('import.part.identifiers')],
    ['doi_data/timestamp', msg('import.part.technical')],
    ['person_name', msg('import.part.authorDetails')],
    ['@alttext', msg('import.part.otherNotations')],
  ]),
  shapes: new Map<string, Shape>([
    ...xmlShapes,
    ['publication_date', isDate],
    ['publication_date/year', isUsed],
    ['timestamp', isCount],
    ['@timestamp', isCount],
    ['@language', isLanguage],
    ['@country', isCode],
    ['last_page', isPages],
  ]),
};

function isSpecial(type = ''): boolean {
  return type !== '' && type !== 'summary';
}

function countOf(list: SourcePart, name: string): Message | null {
  const count = list.children.filter((child) => typeof child !== 'string' && child.name === name).length;
  return count === 0 ? null : msg('import.part.references', { count });
}

/** Licences, funding and relations are all `program` elements that differ only in their content. */
function programName(program: SourcePart): Message {
  const has = (...names: string[]) =>
    program.children.some((child) => typeof child !== 'string' && names.includes(child.name));
  if (has('related_item')) return msg('import.part.relations');
  if (has('license_ref', 'free_to_read')) return msg('import.part.licence');
  return has('assertion')
    ? msg('import.part.funding')
    : msg('import.part.other', { name: program.attributes.get('name') ?? program.name });
}
