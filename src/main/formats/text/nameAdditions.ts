import { takeEmails, takeOrcids } from './emails.ts';
import { oneLine } from './plainText.ts';

/** A name without what is no part of it. */
export interface CleanName {
  text: string;
  /** Marks, numbers, degrees, roles: as they were written. */
  leftOut: string[];
  emails: string[];
  orcids: string[];
}

/** Longer texts are not names and are not searched. */
const maxNameLength = 1_000;

/** Names of organisations may have numbers, and "and" in them. */
const organisation =
  /\b(?:association|center|centre|collaboration|college|committee|commission|consortium|council|department|foundation|group|initiative|institute?|laboratory|ministry|network|organi[sz]ation|programme?|project|society|team|trust|union|universi\p{L}+|working|grupo|instituto|centro|red|groupe|centre|comité|gruppe|gesellschaft|verein)\b/iu;

/** Returns true for what is surely the name of an organisation. */
export function isOrganisation(name: string): boolean {
  return organisation.test(name);
}

const placeOfWork =
  /\b(?:universi\p{L}+|univ\.|institut\p{L}*|dep(?:artmen)?t\b|facult\p{L}+|facultad|school|college|hospital|clinic|klinik\p{L}*|laborator\p{L}+|academy|hochschule|[ée]cole)/iu;

/** Returns true for what is surely an affiliation behind a name. */
export function isPlaceOfWork(text: string): boolean {
  return placeOfWork.test(text);
}

const superscripts = '\u00b9\u00b2\u00b3\u2070\u2074-\u2079';
const sign = `[${superscripts}*\u2217\u204e\u2020\u2021\u00a7\u00b6#\u2016\u2709]`;
const oneMark = `(?:${sign}|\\d{1,3}(?![\\p{L}\\p{N}]))`;
/** Marks by which a name refers to footnotes and affiliations: `1`, `*`, `†`. A text can be divided into them in one way only. */
const mark = `${oneMark}+`;
const listOfMarks = `${mark}(?:[\\s,]{1,3}${mark})*`;
const marks = new RegExp(
  `(?:(?<=[\\p{L}\\p{M}.)])|\\s|^)\\s?(?:\\^?\\(\\s?${listOfMarks}\\s?\\)|\\[\\s?${listOfMarks}\\s?\\]|${listOfMarks})(?=$|[\\s,;])`,
  'gu',
);
const signs = new RegExp(`(?:${sign}{1,4}\\s?,?){1,8}`, 'gu');
/** The commas between two marks are no commas between names. */
const listedMarks = new RegExp(`(?<=[\\p{L}\\p{M}.])\\s?${mark}(?:,\\s?${mark})+(?=$|[\\s,;|])`, 'gu');
const maskedComma = '\ue003';

/** A list of names in which no comma is between two marks, until `withCommas` brings these back. */
export function maskMarks(list: string): string {
  return list.replace(listedMarks, (found) => found.replaceAll(',', maskedComma));
}

export function withCommas(masked: string): string {
  return masked.replaceAll(maskedComma, ',');
}

/** `(Hrsg.)`, `[eds.]`, `(corresponding author)`. */
const role =
  /\s?[([]\s?(?:hrsg|hg|herausgeber(?:in(?:nen)?)?|eds?|editors?|orgs?|coords?|dirs?|comps?|red|übers|trads?|transl?|deceased|corresponding(?: author)?)\.?\s?[)\]]/giu;
/** Numbers of persons in authority files: `GND 118540238`, `(DE-588)118540238`, `ISNI: 0000 0001 2103 2683`. */
const personNumber =
  /[,;\s]?[([]?\b(?:GND|ISNI|VIAF|DE-588|IdRef|SPIN)[)\]]?[\s:]{0,3}\d(?:[\d -]{3,20})[\dX][)\]]?:?/gi;
const identifier = new RegExp(
  `^\\s*(?:${personNumber.source}|(?:[a-z-]{1,20}(?: [a-z-]{1,20})?\\s?[:=]\\s?)?https?://\\S+)\\s*$`,
  'i',
);

/** Returns true for a text that is nothing but such a number, or a web address: `GND: https://d-nb.info/gnd/118540238`. */
export function isPersonIdentifier(text: string): boolean {
  return identifier.test(text);
}

/** `(Germany)` behind a name. */
const bracketBehind = /(?<=\p{L}[.\s]{0,2})\s?(?:\([^()\d]{2,80}\)|\[[^[\]\d]{2,80}\])$/u;
/** In catalogues: `Okoro, Ada, 1960-`. */
const lifeDates = /[,\s]\s?\(?(?:b\. ?)?1[5-9]\d\d ?[-\u2013] ?(?:\d{4})?\)?$/u;

/** Degrees that cannot be initials, because two letters are together or one is small. */
const sureDegrees =
  /^(?:Ph\.? ?D|PHD|phd|D\.?Phil|M\.?Phil|M\.?Sc|B\.?Sc|D\.?Sc|Ed\.?D|Pharm\.?D|LL\.?[BDM]|M\.?Eng|B\.?Eng|MBChB|MBBS|MPH|MBA|DVM|DDS|FRCPC?|FRCS|Dr\.? ?(?:med|phil|rer\.? ?nat|habil|jur))\.?$/;
const capitalDegrees = /^(?:M\.?D|R\.?N|M\.?P\.?H|M\.?B\.?A|M\.?S|M\.?A|B\.?A|B\.?S)\.?$/;

/** Returns true for a degree in a part of its own, behind two other parts of a name. */
export function isDegree(part: string): boolean {
  return sureDegrees.test(part) || capitalDegrees.test(part);
}

/** Returns true for a degree behind a name without a comma in it; initials are none: `Okoro, MD` and `Okoro, M. D.`. */
export function isDegreeOf(name: string, part: string): boolean {
  return sureDegrees.test(part) || (/^(?:MD|RN)$/.test(part) && hasGivenName(name));
}

/** Two words or more, of which the first is neither initials nor a particle. */
function hasGivenName(name: string): boolean {
  return /^\p{Lu}\p{Ll}\S*\s+\S/u.test(name);
}

const ordinary = /^[\p{L}\p{M}\s.,'\u2019-]*$/u;

/** The text of a name, or of a part of one, without marks, numbers, addresses, roles and degrees. */
export function cleanName(text: string): CleanName {
  if (text.length > maxNameLength) return { text, leftOut: [], emails: [], orcids: [] };
  const leftOut: string[] = [];
  if (ordinary.test(text)) return { text: withoutDegrees(text, leftOut), leftOut, emails: [], orcids: [] };
  const orcids = takeOrcids(text);
  const emails = takeEmails(orcids.text);
  const take = (found: string): string => {
    leftOut.push(oneLine(found).replace(/^[,\s]+|[,\s]+$/g, ''));
    return ' ';
  };
  let rest = emails.text.replace(personNumber, take).replace(role, take).replace(lifeDates, take);
  const bracket = bracketBehind.exec(rest)?.[0];
  if (bracket && !isOrganisation(rest.slice(0, -bracket.length)) && !isAbbreviation(rest, bracket))
    rest = rest.replace(bracketBehind, take);
  rest = rest.replace(isOrganisation(rest) ? signs : marks, take);
  rest = oneLine(rest).replace(/ (?=[,;])|[([]\s?[)\]]/g, '');
  rest = withoutDegrees(rest.replace(/^[\s,;]+/, '').replace(/[\s,;:]{1,100}$/, ''), leftOut);
  return { text: rest, leftOut, emails: emails.found, orcids: orcids.found };
}

/** `Médecins Sans Frontières (MSF)` is no person. */
function isAbbreviation(name: string, bracket: string): boolean {
  const capitals = name.slice(0, -bracket.length).match(/(?<!\p{L})\p{Lu}/gu) ?? [];
  return capitals.length > 1 && bracket.replace(/[^\p{L}]/gu, '') === capitals.join('');
}

/** A word with two capitals at the end, or what else a degree may have there. */
const mayEndInDegree = /[A-Z]\S{0,7}[A-Z]\S{0,7}$|(?:phd|D)\.?$|Dr\S{1,8}$/;

/** `Ada Okoro PhD`, `Ada Okoro, PhD`, `Okoro, Ada, MD`. */
function withoutDegrees(name: string, leftOut: string[]): string {
  if (!mayEndInDegree.test(name)) return name;
  let rest = name;
  for (;;) {
    const [whole, before = '', last = ''] = /^(.*[^,\s]),? (Ph\.? D\.?|[\p{L}.]{2,8})$/u.exec(rest) ?? [];
    if (whole === undefined || !isDegreeOf(before, last)) return rest;
    leftOut.unshift(last);
    rest = before;
  }
}

/** The labels to which the marks that were left out of a name refer. */
export function labelsIn(leftOut: readonly string[]): string[] {
  return leftOut.flatMap((part) =>
    part
      .normalize('NFKC')
      .replace(/(\d)(?=[^\d])|([^\d])(?=\d)/g, '$1$2 ')
      .split(/[\s,;()[\]]+/)
      .filter((one) => one !== ''),
  );
}
