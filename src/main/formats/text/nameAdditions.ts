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
/** `ᵃ`, but not `ª`, which is in Spanish names: `Mª`. */
const raisedLetters = '\u02b0-\u02b8\u1d43-\u1d6a\u1d9c-\u1dbf\u2071\u207f';
const sign = `[${superscripts}${raisedLetters}*\u2217\u204e\u2020\u2021\u00a7\u00b6#\u2016\u2709]`;
const oneMark = `(?:${sign}|\\d{1,3}(?![\\p{L}\\p{N}]))`;
/** Marks by which a name refers to footnotes and affiliations: `1`, `*`, `†`. A text can be divided into them in one way only. */
const mark = `${oneMark}+`;
const listOf = (entry: string) => `${entry}(?:[\\s,]{1,3}${entry})*`;
const listOfMarks = listOf(mark);
/** Within brackets, small letters are marks, too. */
const inBrackets = listOf(`(?:${mark}|[a-z](?!\\p{L}))`);
const bracketed = `\\^?\\(\\s?${inBrackets}\\s?\\)|\\[\\s?${inBrackets}\\s?\\]`;
const marks = new RegExp(
  `(?:(?<=[\\p{L}\\p{M}.)])|\\s|^)\\s?(?:${bracketed}|${listOfMarks})(?=$|[\\s,;])`,
  'gu',
);
const signs = new RegExp(`(?:${sign}{1,4}\\s?,?){1,8}`, 'gu');
/** `^(a,b)`, `^a`: text above the line for which there are no characters. */
const raisedMarks =
  /\^(?:\([^()^]{1,40}\)|\{[^{}^]{1,40}\}|[\p{L}\p{N}*\u2020\u2021\u00a7]{1,3}(?:,[\p{L}\p{N}*\u2020\u2021\u00a7]{1,3}){0,9}(?=$|[\s,;]))/gu;
const lettersBehind = `\\s[a-z](?:,\\s?(?:${oneMark}|[a-z](?!\\p{L})))`;
/** The letters of affiliations behind a given name and a family name: `Ada Okoro a,b`. */
const letterMarks = new RegExp(`(?<=\\p{Lu}[\\p{L}\\p{M}'\u2019-]{1,60})${lettersBehind}{0,20}$`, 'u');
/** The commas between two marks are no commas between names. */
const listedMarks = new RegExp(
  `(?<=[\\p{L}\\p{M}.])(?:\\s?(?:${bracketed}|\\^\\([^()^]{1,40}\\)|${mark}(?:,\\s?${mark})+)|${lettersBehind}{1,20})(?=$|[\\s,;|])`,
  'gu',
);
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
  /^(?:P[hH]\.? ?[dD]|phd|D\.?Phil|M\.?Phil|[MBD]\.? ?Sc|Ed\.?D|M\.?Ed|Pharm\.?D|Psy\.?D|DrPH|LL\.?[BDM]|[MB]\.?Eng|MBChB|MBBCh|MBBS|MPH|MBA|DVM|DDS|FRCP[CE]?|FRCS|MRC[PS]|FAC[PS]|FAAN|Dipl\.?-Ing|Dr\.?(?:-Ing)?(?:\.? ?(?:med|dent|vet|phil|rer\.? ?nat|rer\.? ?pol|habil|jur|theol))+)\.?$/;
const capitalDegrees = /^(?:M\.?D|R\.?N|M\.?P\.?H|M\.?B\.?A|M\.?S|M\.?A|B\.?A|B\.?S)\.?$/;
/** Behind a comma, in the place of a degree: `Ada Okoro, eds.` */
const bareRole = /^(?:eds?|Eds|[Hh]rsg|editors?)\.?$/;

/** Returns true for a degree in a part of its own, behind two other parts of a name. */
export function isDegree(part: string): boolean {
  return sureDegrees.test(part) || capitalDegrees.test(part);
}

/** Returns true for a degree that cannot be initials. */
export function isSureDegree(part: string): boolean {
  return sureDegrees.test(part);
}

/** Returns true for a degree behind a name without a comma in it; initials are none: `Okoro, MD` and `Okoro, M. D.`. */
function isDegreeOf(name: string, part: string): boolean {
  return sureDegrees.test(part) || (/^(?:MD|RN)$/.test(part) && hasGivenName(name));
}

/** Returns true for a degree or a role behind a comma. */
export function isBehindName(name: string, part: string): boolean {
  return isDegreeOf(name, part) || (bareRole.test(part) && hasGivenName(name));
}

/**
 * Two words or more, of which the first is no particle, the second no suffix (`Smith, Jr.`), and not all that comes before
 * or behind a family name is initials.
 */
export function hasGivenName(name: string): boolean {
  const found = /^(?:\p{Lu}\p{Ll}\S*\s+(\S.*)|(?:\p{Lu}\.[\s-]?){1,4}\p{Lu}\p{Ll})/u.exec(name);
  return found !== null && !isSureSuffix(found[1] ?? '');
}

/** Returns true for a part of a name that is surely a suffix; `V.` after a family name alone is a given name. */
export function isSureSuffix(text: string): boolean {
  return /^(?:jr|sr|junior|senior|ii|iii|iv|filho|neto|júnior)\.?$/i.test(text);
}

/** What is left out of a name that stands for more authors. */
export const etAl = 'et al.';

const ordinary = /^[\p{L}\p{M}\s.,'\u2019-]*$/u;
const hasRaisedLetter = new RegExp(`[${raisedLetters}]`);

/**
 * The text of a name, or of a part of one, without marks, numbers, addresses, roles and degrees. A degree that is the
 * whole family name (`family`) in capitals is none: `Jean MBA`.
 */
export function cleanName(text: string, family = ''): CleanName {
  if (text.length > maxNameLength) return { text, leftOut: [], emails: [], orcids: [] };
  const leftOut: string[] = [];
  if (ordinary.test(text) && !hasRaisedLetter.test(text))
    return { text: withoutEnd(text, leftOut, family), leftOut, emails: [], orcids: [] };
  const orcids = takeOrcids(text);
  const emails = takeEmails(orcids.text);
  const take = (found: string): string => {
    leftOut.push(oneLine(found).replace(/^[,\s]+|[,\s]+$/g, ''));
    return ' ';
  };
  let rest = emails.text
    .replace(raisedMarks, take)
    .replace(personNumber, take)
    .replace(role, take)
    .replace(lifeDates, take);
  if (hasGivenName(rest)) rest = rest.replace(letterMarks, take);
  const bracket = bracketBehind.exec(rest)?.[0];
  if (bracket && !isOrganisation(rest.slice(0, -bracket.length)) && !isAbbreviation(rest, bracket))
    rest = rest.replace(bracketBehind, take);
  rest = rest.replace(isOrganisation(rest) ? signs : marks, take);
  rest = oneLine(rest).replace(/ (?=[,;])|[([]\s?[)\]]/g, '');
  rest = withoutEnd(rest.replace(/^[\s,;]+/, '').replace(/[\s,;:]{1,100}$/, ''), leftOut, family);
  return { text: rest, leftOut, emails: emails.found, orcids: orcids.found };
}

/** `Médecins Sans Frontières (MSF)` is no person. */
function isAbbreviation(name: string, bracket: string): boolean {
  const capitals = name.slice(0, -bracket.length).match(/(?<!\p{L})\p{Lu}/gu) ?? [];
  return capitals.length > 1 && bracket.replace(/[^\p{L}]/gu, '') === capitals.join('');
}

/** The end of a list of authors, in the place of more names. */
const etAlBehind = /(?<=\S),?\s(?:et(?:\.?\s|\.)al|(?:and|&)\sothers)\.?$/i;

/** `Ada Okoro PhD et al.`, `Ada Okoro a,b`. */
function withoutEnd(name: string, leftOut: string[], family: string): string {
  const more = /(?:al|others)\.?$/i.test(name) && etAlBehind.exec(name)?.[0];
  const rest = more ? name.slice(0, -more.length) : name;
  if (more) leftOut.push(etAl);
  const letters = /[\s,][^\s,.A-Z]{1,3}$/.test(rest) && hasGivenName(rest) && letterMarks.exec(rest)?.[0];
  if (letters) leftOut.push(letters.trim());
  return withoutDegrees(letters ? rest.slice(0, -letters.length) : rest, leftOut, family);
}

/** A word with two capitals at the end, or what else a degree or a role may have there. */
const mayEndInDegree =
  /[A-Z]\S{0,7}[A-Z]\S{0,7}$|(?:phd|Phd|D|Sc|Ing|[Ee]ds?|[Hh]rsg|editors?)\.?$|Dr\S{1,8}$|Dr\.? .{0,30}$/;
const maxDegreeWords = 4;

/** `Ada Okoro PhD`, `Ada Okoro, PhD`, `Okoro, Ada, MD`. */
function withoutDegrees(name: string, leftOut: string[], family: string): string {
  if (!mayEndInDegree.test(name)) return name;
  const degrees: string[] = [];
  let rest = name;
  const endsInFamily = () => /^\p{Lu}+$/u.test(family) && rest.endsWith(` ${family}`);
  for (let end = degreeAtEnd(rest, false); end !== null && !endsInFamily(); end = degreeAtEnd(rest, true)) {
    rest = end.before.replace(/,$/, '');
    degrees.unshift(end.degree);
  }
  leftOut.push(...degrees);
  return rest;
}

/** The longest degree at the end of a name, with the text before it; null if there is none. `isAmongOthers`: another one follows it. */
function degreeAtEnd(name: string, isAmongOthers: boolean): { before: string; degree: string } | null {
  const words = name.split(' ');
  for (let count = Math.min(maxDegreeWords, words.length - 1); count > 0; count--) {
    const degree = words.slice(-count).join(' ');
    const before = words.slice(0, -count).join(' ');
    const owner = before.replace(/,$/, '');
    const isBehind = before === owner ? isDegreeOf(owner, degree) : isBehindName(owner, degree);
    // `Ada Okoro, M.D., Ph.D.`
    if (isBehind || (isAmongOthers && capitalDegrees.test(degree) && hasGivenName(owner)))
      return { before, degree };
  }
  return null;
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
