import { type Message, msg } from '../../../shared/message.ts';
import {
  asIssn,
  asNames,
  isCode,
  isCount,
  isDate,
  isHeading,
  isIdentifier,
  isInitials,
  isMark,
  isPages,
  isReference,
  isUsed,
  isWord,
  xmlShapes,
} from '../unused/shapes.ts';
import type { PartRules, Shape, SourcePart } from '../unused/sourcePart.ts';

/** The parts of JATS that are not imported, and those whose values become something else. */
export const jatsRules: PartRules = {
  dropped: new Map<string, Message | null>([
    // Their content is not read; the reader names them, and counts the references.
    ['article/body', null],
    ['article/back', null],
    ['article/ref', null],
    // Of a record of OAI-PMH.
    ['setSpec', msg('import.part.section')],
    ['floats-group', msg('import.part.images')],
    ['article/sub-article', msg('import.part.subArticles')],
    ['article/response', msg('import.part.subArticles')],
    ['author-notes', msg('import.part.authorDetails')],
    ['article-categories', msg('import.part.section')],
    ['history', msg('import.part.history')],
    ['pub-history', msg('import.part.history')],
    ['permissions', msg('import.part.licence')],
    ['copyright-statement', msg('import.part.licence')],
    ['copyright-year', msg('import.part.licence')],
    ['license', msg('import.part.licence')],
    ['funding-group', msg('import.part.funding')],
    ['contract-num', msg('import.part.funding')],
    ['contract-sponsor', msg('import.part.funding')],
    ['related-article', msg('import.part.relations')],
    ['related-object', msg('import.part.relations')],
    ['supplementary-material', msg('import.part.supplements')],
  ]),
  named: new Map<string, Message | ((part: SourcePart) => Message)>([
    ['kwd-group', keywordGroup],
    ['article-id', msg('import.part.identifiers')],
    ['object-id', msg('import.part.identifiers')],
    ['article-version', msg('import.part.versions')],
    ['article-version-alternatives', msg('import.part.versions')],
    ['volume-id', msg('import.part.identifiers')],
    ['issue-id', msg('import.part.identifiers')],
    ['journal-meta/publisher', msg('import.part.publisher')],
    ['journal-meta', msg('import.part.journalDetails')],
    ['contrib', msg('import.part.authorDetails')],
    ['contrib-group', msg('import.part.authorDetails')],
    ['institution-id', msg('import.part.authorDetails')],
    ['email', msg('import.part.emails')],
    ['tex-math', msg('import.part.otherNotations')],
    ['annotation', msg('import.part.otherNotations')],
    ['@alttext', msg('import.part.otherNotations')],
    ['graphic', msg('import.part.images')],
    ['inline-graphic', msg('import.part.images')],
    ['pub-date', msg('import.part.history')],
  ]),
  shapes: new Map<string, Shape>([
    ...xmlShapes,
    ['pub-date', isDate],
    ['pub-date/year', isUsed],
    ['counts', isCount],
    ['volume-id', isIdentifier],
    ['issue-id', isIdentifier],
    ['volume-series', isCount],
    ['contrib/xref', isMark],
    ['aff/label', isMark],
    ['aff/sup', isMark],
    ['page-range', isPages],
    ['lpage', isPages],
    ['given-names@initials', isInitials],
    ['article@specific-use', (value) => /^sps-[\d.]+$/.test(value)],
    ['@country', isCode],
    ['issn', asIssn],
    ['abstract/title', isHeading],
    ['trans-abstract/title', isHeading],
    ['kwd-group/title', isHeading],
    ['string-name', asNames],
    ['@article-type', isWord],
    ['@corresp', isWord],
    ['@initials', isInitials],
    ['@alt', isReference],
  ]),
};

/** Keywords of another kind, by their type or heading. */
function keywordGroup(group: SourcePart): Message {
  const heading = group.children.find(
    (child) => typeof child !== 'string' && /^(?:title|label)$/.test(child.name),
  );
  const text =
    typeof heading === 'object' ? heading.children.filter((one) => typeof one === 'string').join('') : '';
  const type = group.attributes.get('kwd-group-type')?.trim() || text.trim() || group.name;
  return msg('import.part.keywordGroup', { type });
}
