import { type Pages, splitPages } from '../text/pages.ts';
import { oneLine } from '../text/plainText.ts';

const volumeWord = '(?:volume|vol|v|cilt|c|tome|tomo|tom|t|том|т|jahrgang|jg|band|bd|årg|vyp|ročník|roč)';
const numberWord =
  '(?:issue|iss|number|no|nr|num|núm|n|numéro|número|nº|n°|№|heft|h|sayı|s|выпуск|вып|nomor|nomer|číslo|č|zeszyt|z|fasc)';
/** A number, and perhaps its part or a second one: `12`, `7a`, `3-4`. */
const count = '(\\d[\\p{L}\\d/–-]{0,15})';

/** `Vol. 14 No. 3 (2025)` */
const labelled = new RegExp(
  `^${volumeWord}[.:]?\\s*${count}\\s*[,;:]?\\s*${numberWord}[.:]?\\s*${count}\\s*[,;:]?\\s*(?:\\(?(\\d{4})\\)?)?$`,
  'iu',
);
/** `14 No. 3 (2025)`, but not the supplement `12 S1`. */
const unlabelledVolume = new RegExp(
  `^${count}[\\s,;:]+(?!s\\d)${numberWord}[.:]?\\s*${count}\\s*[,;:]?\\s*(?:\\(?(\\d{4})\\)?)?$`,
  'iu',
);
/** `12(3)`, `12 (Suppl. 1), 2020`. A year in the brackets is no issue. */
const bracketed = new RegExp(
  `^(?:${volumeWord}[.:]?\\s*)?${count}\\s?\\(((?!(?:19|20)\\d\\d\\))[^()]{1,30})\\)\\s?[,;:]?\\s?(?:\\(?(\\d{4})\\)?)?$`,
  'iu',
);

export interface Issue {
  volume: string;
  number: string;
  /** Empty if the text has none. */
  year: string;
}

/** The volume and the issue in one text; null if it does not name both, or anything else. */
export function readIssue(text: string): Issue | null {
  const plain = oneLine(text);
  // Nearly all volumes and issues are a number alone.
  if (plain.length > 80 || /^[\d-]*$/.test(plain)) return null;
  const [, volume, number, year = ''] =
    labelled.exec(plain) ?? unlabelledVolume.exec(plain) ?? bracketed.exec(plain) ?? [];
  return volume === undefined || number === undefined ? null : { volume, number, year };
}

/** `3 (45)`: without a volume, the third issue of its year and the 45th of all. */
export function isCountedTwice(text: string): boolean {
  return /^[\d/–-]{1,15}\s?\([\d/–-]{1,15}\)$/.test(oneLine(text));
}

/** Where an article stands, in one text. */
export interface Citation extends Issue {
  journal: string;
  /** Null if there are none. */
  pages: Pages | null;
}

const maxCitation = 400;
const oaiIssue = new RegExp(
  `^(?:(?:${volumeWord}|Том)\\.?\\s*(\\S{1,20}?))?,?(?:\\s*${numberWord}\\.?\\s*(\\S.{0,40}?))?\\s*\\(\\d{4}\\)(?::.{0,300})?$`,
  'iu',
);
const pageRange = /^(?:pp?\.\s*)?[\p{L}\d.]{1,20}(?:\s*[-\u2010-\u2015]\s*[\p{L}\d.]{1,20})?$/u;

/** Volume and issue inside a longer text: `3(2)`, `Vol. 7 No. 2`, `v. 12, n. 3`. */
const issueInside = new RegExp(
  `(?<![\\p{L}\\d])(?:(?:${volumeWord}[.:]?\\s?)?(\\d{1,4}[a-z]?)\\s?\\(((?!(?:19|20)\\d\\d\\))[\\p{L}\\d./–-]{1,15})\\)|` +
    `${volumeWord}[.:]?\\s?(\\d[\\p{L}\\d/–-]{0,11})[,;:]?\\s(?:${numberWord})[.:]?\\s?(\\d[\\p{L}\\d/–-]{0,11}))`,
  'iu',
);
const yearAlone = /^\(?((?:19|20)\d\d)\)?$/;
const pagesAlone =
  /^(?:(?:pp?|pages?|págs?|s|с|стр)[.:]?\s?)?([a-z]{0,2}\d{1,6}\s?[-\u2010-\u2015]\s?[a-z]{0,2}\d{1,6})$/iu;

/**
 * `Journal; Vol. 3 No. 2 (2024): Title; 12-19`, as OJS writes it, and citations such as `Soil, 3(2), 10-19 (2020)`; null
 * for a text of which a part is not understood.
 */
export function readCitation(text: string): Citation | null {
  const plain = oneLine(text);
  if (plain.length > maxCitation) return null;
  return ojsCitation(plain) ?? ordinaryCitation(plain);
}

function ojsCitation(text: string): Citation | null {
  const parts = text.split(/;\s*/);
  const found = oaiIssue.exec(parts[1] ?? '');
  if (!found || (found[1] === undefined && found[2] === undefined)) return null;
  const last = parts.length > 2 ? parts.at(-1)! : '';
  return {
    journal: parts[0]!,
    volume: found[1] ?? '',
    number: found[2] ?? '',
    year: '',
    pages: pageRange.test(last) && /\d/.test(last) ? splitPages(last) : null,
  };
}

function ordinaryCitation(text: string): Citation | null {
  const found = issueInside.exec(text);
  if (!found) return null;
  const [whole, first, inBrackets, second, named] = found;
  const before = text.slice(0, found.index).replace(/[\s,;:.]+$/, '');
  const [, journal = before, ownYear = ''] =
    /^(.*[^\s,;:.(])[\s,;:.]+\(?((?:19|20)\d\d)\)?$/.exec(before) ?? [];
  // A sentence or the names of authors in front of the journal are more than its title.
  if (!/\p{L}/u.test(journal) || journal.length > 200 || /[.;:]\s|["“”?!]|https?:/.test(journal)) return null;
  const rest = text
    .slice(found.index + whole.length)
    .split(/[,;:]|(?<=[\d)])\.(?=\s|$)|\s(?=\()/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const years = rest.flatMap((part) => yearAlone.exec(part)?.[1] ?? []);
  const pages = rest.filter((part) => pagesAlone.test(part));
  const isUnderstood = years.length + pages.length === rest.length && years.length < 2 && pages.length < 2;
  if (!isUnderstood) return null;
  return {
    journal,
    volume: first ?? second ?? '',
    number: inBrackets ?? named ?? '',
    year: years[0] ?? ownYear,
    pages: pages[0] === undefined ? null : splitPages(pages[0]),
  };
}
