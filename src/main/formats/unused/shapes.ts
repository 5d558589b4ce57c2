import { asciiDigits } from '../../../shared/text/pythonNumbers.ts';
import { isHeadingOfWhole } from '../text/headedLine.ts';
import { knownLanguageCode } from '../text/languages.ts';
import { isAnonymous, isEtAl } from '../text/names.ts';
import { withoutPageLabel } from '../text/pages.ts';
import { dependsOnLanguage, monthNumber, readDate } from '../text/sourceDates.ts';
import type { Shape } from './sourcePart.ts';

/**
 * Words by which files say what a value is. Readers decide by them; another word in their place may mean something, and
 * is named.
 */
const words = new Set(
  `author authors editor editors translator reviewer contributor creator personal organizational organisation
  organization corporate aff affiliation corresp first additional alternate yes no true false y n
  research-article article journal-article article-journal journal issue volume book chapter review review-article
  case-report brief-report letter editorial abstract other original-article original journalarticle text
  short-communication article-commentary rapid-communication
  doi pmid pmc pmcid pii publisher-id publisher publisher-name issn eissn pissn isbn url uri urn urls hwp hwp-id nlm-ta iso-abbrev
  nlm-journal-id coden manuscript sici art-access-id publisher-manuscript pmc-uid pmcaid pmcaiid pmcaver archive
  elocation-id ark handle arxiv orcid ror isni grid ringgold wikidata fundref crossref funderid openalex scopus researcherid gnd viaf
  epub ppub epub-ppub collection ecollection pub preprint print online electronic web printed both received accepted
  rev-recd rev-request revised published issued updated created available submitted copyrighted collected valid
  withdrawn copyright pubmed medline entrez pmc-release ahead-of-print aheadofprint epublish ppublish
  version-of-record vor am tdm text-mining similarity-checking syndication unspecified crawler-based
  authorized unauthorized official full_text full-text fulltext html pdf xml epub mobi application/pdf text/html text/xml
  application/xml text/plain
  western eastern given-only islensk simple extlink embed new none onload replace other onrequest
  author-keywords keywords keyword author-generated author kwd keyword-list keywordlist subjects subject toc-heading heading
  discipline display-channel categories category compound hierarchical msc jel mesh acm abbreviations
  summary executive-summary teaser graphical toc key-points highlights plain-language plain-language-summary section
  sec sections bullet order simple-list alpha-lower alpha-upper roman-lower list-item
  table table-fn fig fn bibr bib ref supplementary-material disp-formula app boxed-text statement chem scheme
  email fax phone homepage website open-access openaccess free license licence cc-by ccby copyrightnotice
  department division institution institution-id orgname orgdiv1 orgdiv2 orgdiv3 original normalized city state country postal-code
  postcode street addr-line laboratory college university
  abstracts methods results background conclusion conclusions objective objectives introduction discussion purpose aim aims
  unassigned unlabelled
  italic bold normal bold-italic double-struck script fraktur sans-serif monospace left right center top bottom middle
  baseline axis block inline infix prefix postfix solid thick thin medium auto newline goodbreak
  infinity longdiv updiagonalstrike horizontalstrike
  mathml tex latex text/latex application/x-tex mathml-content mathml-presentation
  ispartof ispublishedin iscitedby cites references isreferencedby hasversion isversionof isidenticalto
  translatedtitle alternativetitle subtitle seriesinformation methods technicalinfo tableofcontents
  jour ejour mgzn misc dataset standard component report posted-content
  issue-cover cover landing landing-page primary secondary alternative alternate-id internal public
  ignore update public internal
  term code vocab value save status-public production
  indexed pending review-published approved vor-published
  default superscript subscript plain j
  person group anonymous any none iparadigms automated curated manual internet
  registered findable draft dois ok work work-list personal series`
    .trim()
    .split(/\s+/),
);

/** True for a word, number or date by which a file describes other values, in an attribute. */
export function steers(value: string): boolean {
  if (value.length > 60) return false;
  const folded = value.toLowerCase().replace(/[_ ]/g, '-');
  return (
    words.has(folded) ||
    isNumber(value) ||
    /^\d{4}-\d\d(?:-\d\d)?(?:[T ][\d:.]{4,15}(?:Z|[+-][\d:]{4,5})?)?$/.test(value)
  );
}

function isNumber(value: string): boolean {
  return /^[+-]?\d{1,6}(?:[.,]\d{1,4})?(?:%|em|ex|px|pt|mu)?$/.test(value);
}

export const isWord: Shape = steers;

export const isCount: Shape = (value) => /^\d{1,12}(?:\.\d{1,10})?$/.test(value);

/** A code, a locale or a name of a language. */
export const isLanguage: Shape = (value) =>
  /^(?:[a-z]{2,3}(?:[-_@][a-z\d]{2,8}){0,3}|i-default)$/i.test(value) ||
  (/^[\p{L}\p{M}]+$/u.test(value) && knownLanguageCode(value) !== null);

/** A date or a part of one. */
export const isDate: Shape = (value) => {
  if (value.length > 60) return false;
  const text = asciiDigits(value.replace(/[{}]/g, '').trim());
  if (steers(text) || monthNumber(text) !== null) return true;
  if (/^(?:spring|summer|autumn|fall|winter)$/i.test(text)) return true;
  const letters = text.match(/[\p{L}\p{M}]+/gu) ?? [];
  const areKnown = letters.every(
    (word) =>
      /^(?:[TZ]|GMT|UTC|st|nd|rd|th|er|de|del|of|XX|uu|[AP]M|[年月日년월일]|г)$/i.test(word) ||
      monthNumber(word) !== null ||
      dependsOnLanguage(word) ||
      isWeekday(word),
  );
  return areKnown && (readDate(text) !== null || /^[\p{L}\p{M}\d\s:.,/–-]+$/u.test(text));
};

function isWeekday(word: string): boolean {
  return /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?$/i.test(word);
}

/** A name by which parts of a file refer to each other: it has a digit or is short. */
export const isReference: Shape = (value) =>
  value.length <= 500 && value.split(/\s+/).every((id) => id.length <= 4 || /\d/.test(id));

/** A mark that refers to a note or an affiliation. */
export const isMark: Shape = (value) =>
  value.length <= 3 || /^[\s\d,;*†‡§¶#()[\]–-]{1,40}$/.test(value) || isWord(value);

/** The address of a vocabulary or a system. */
export const isAddress: Shape = (value) => /^(?:https?:\/\/)?[\w-]+(?:\.[\w-]+)+(?:\/\S*)?$/.test(value);

/** A short code of a database. */
export const isCode: Shape = (value) => /^[A-Z]{1,6}$/.test(value);

/** The heading of an abstract or of keywords, which is no part of them. */
export const isHeading: Shape = (value) =>
  isHeadingOfWhole(value) ||
  /^(?:index terms|mots.cl[ée]s?|palabras.clave|palavras.chave|schlüsselwörter|schlagwörter|ключевые слова|parole.chiave|keywords?|key.?words?)[.:]?$/i.test(
    value,
  );

/** Where a schema or a vocabulary is. */
export const isSchema: Shape = (value) =>
  value
    .split(/\s+/)
    .every((part) => /^(?:https?:\/\/|urn:|info:)\S+$|^\S+\.(?:xsd|dtd|rng)$|^-\/\/.*/i.test(part));

export const isInitials: Shape = (value) => /^[\p{Lu}\p{M}.\s-]{1,10}$/u.test(value);

/** An ISSN without the words for its kind. */
export const asIssn: Shape = (value) =>
  value.replace(/\b(?:[ep]?-?issn|print(?:ed)?|online|electronic|linking|web|internet|cd-rom|isbn)\b/gi, ' ');

/** The names of authors, unless they stand for others or unknown ones, without marks that refer to affiliations. */
export const asNames: Shape = (value) =>
  isAnonymous(value.replace(/[{}]/g, '')) ||
  isEtAl(value) ||
  (/[\d,*†‡§¶#¹²³\u2070-\u2079\u1d43-\u1dbf]/.test(value)
    ? value.replace(/(?<=\p{L})[\d,*†‡§¶#¹²³\u2070-\u2079\u1d43-\u1dbf]{1,8}(?!\p{Ll})/gu, ' ')
    : value);

/** Pages, which are written in full: `153-83` as 153 and 183, and without a label: `S. 5–16`. */
export const isPages: Shape = (value) =>
  /^[A-Za-z]{0,4}\d{1,12}[a-z]?(?:\s*[-–—,;]+\s*[A-Za-z]{0,4}\d{1,12}[a-z]?)*$/.test(withoutPageLabel(value));

/** An identifier with digits, of a database. */
export const isIdentifier: Shape = (value) => /^[\w:./()<>;+-]+$/.test(value) && /\d/.test(value);

/** For a value in a part with a shape that must be in the article or in a remark nevertheless. */
export const isUsed: Shape = () => false;

/** Attributes of any XML. */
export const xmlShapes: readonly (readonly [string, Shape])[] = [
  ['@lang', isLanguage],
  ['@language', isLanguage],
  ['@locale', isLanguage],
  ['@id', isReference],
  ['@rid', isReference],
  ['@idref', isReference],
  ['@schemaLocation', isSchema],
  ['@noNamespaceSchemaLocation', isSchema],
  ['@dtd-version', (value) => /^[\w.]{1,20}$/.test(value) && /\d/.test(value)],
  ['@space', isWord],
  // Links that refer to it are complete, or named.
  ['@base', () => true],
  // Declarations of CSS.
  ['@style', (value) => /^[\w-]{1,40}\s?:/.test(value)],
  // Of a record of OAI-PMH.
  ['header/identifier', (value) => /^oai:[\w.:/-]+$/.test(value)],
  ['datestamp', isDate],
];
