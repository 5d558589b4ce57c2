import type { Finding } from '../../finding.ts';
import { sameJson } from '../../sameJson.ts';
import { changeCase } from '../../text/changeCase.ts';
import { asHttps } from '../../text/webAddress.ts';
import type { ArticleRecord } from '../article.ts';
import type { BulkEdit } from './bulkEdit.ts';
import { type TextField, textFields } from './editFields.ts';
import { addKeywords, joinEntries, removeKeywords, setKeywords, splitEntries } from './editLists.ts';
import { clearField, setAffiliation, setField, setJournalOf } from './editValues.ts';
import { fixFindings } from './fixFindings.ts';
import { mapTexts } from './mapTexts.ts';
import { type FindAll, findPlain, parseReplacement, replacer } from './replaceText.ts';

/** Functions that an edit needs in addition to the record. */
export interface EditTools {
  /** Finds a regular expression. Throws an AppError if it has a mistake, or fewer than `groups` groups. */
  findRegex(source: string, options: { isCaseSensitive: boolean; groups: number }): FindAll;
  check(record: ArticleRecord): Finding[];
}

type EditArticle = (record: ArticleRecord) => ArticleRecord;

/** The function that applies an edit; it returns the record itself if nothing changes. */
export function prepareEdit(edit: BulkEdit, tools: EditTools): EditArticle {
  const apply = editorOf(edit, tools);
  return (record) => {
    const edited = apply(record);
    return sameJson(edited, record) ? record : edited;
  };
}

function editorOf(edit: BulkEdit, tools: EditTools): EditArticle {
  switch (edit.do) {
    case 'set':
      return (record) => setField(record, edit);
    case 'clear':
      return (record) => clearField(record, edit.field);
    case 'setJournal':
      return (record) => setJournalOf(record, edit);
    case 'keywords':
      return { set: setKeywords, add: addKeywords, remove: removeKeywords }[edit.how](edit.keywords);
    case 'affiliation':
      return (record) => setAffiliation(record, edit);
    case 'replace':
      return inTexts(edit.field, replacerOf(edit, tools));
    case 'split':
      return (record) => splitEntries(record, edit);
    case 'join':
      return (record) => joinEntries(record, edit);
    case 'case': {
      // The letters of a DOI are of no language: with the Turkish ones it would become another.
      const language = edit.field === 'doi' ? '' : edit.language;
      return inTexts(edit.field, (text) => changeCase(text, edit.to, language));
    }
    case 'trim':
      return inTexts(edit.field, trimSpaces);
    case 'https':
      return inTexts('address', (text) => asHttps(text) ?? text);
    case 'replaceHost':
      return inTexts('address', hostReplacer(edit.from, edit.to));
    case 'fix':
      return (record) => fixFindings(record, edit, tools.check);
  }
}

function inTexts(field: TextField | 'all', change: (text: string) => string): EditArticle {
  const fields: readonly TextField[] = field === 'all' ? textFields : [field];
  return (record) => {
    let edited = record;
    for (const one of fields) edited = mapTexts(edited, one, change);
    return edited;
  };
}

function replacerOf(edit: Extract<BulkEdit, { do: 'replace' }>, tools: EditTools): (text: string) => string {
  const { find, isRegex, isCaseSensitive } = edit;
  if (!isRegex) return replacer(findPlain(find, isCaseSensitive), [edit.with]);
  const parts = parseReplacement(edit.with);
  const groups = Math.max(0, ...parts.filter((part) => typeof part === 'number'));
  return replacer(tools.findRegex(find, { isCaseSensitive, groups }), parts);
}

/** Removes spaces at the ends and beside line ends, and collapses runs of spaces to one; paragraphs stay separate. */
function trimSpaces(text: string): string {
  return text
    .trim()
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n');
}

/** Both hosts may be given as an address. */
function hostReplacer(from: string, to: string): (text: string) => string {
  const [old, next] = [hostOf(from), hostOf(to)];
  return (text) => {
    const [whole, before, host] = /^(\s*[a-z][a-z\d+.-]*:\/\/(?:[^/?#@\s]*@)?)([^/?#\s]+)/i.exec(text) ?? [];
    if (whole === undefined || host!.toLowerCase() !== old.toLowerCase()) return text;
    return before + next + text.slice(whole.length);
  };
}

function hostOf(text: string): string {
  return /^(?:[a-z][a-z\d+.-]*:\/\/)?([^/?#\s]*)/i.exec(text.trim())?.[1] ?? '';
}
