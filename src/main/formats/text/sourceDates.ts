import { asciiDigits } from '../../../shared/text/pythonNumbers.ts';
import type { DateKind, SourceDate } from '../sourceArticle.ts';
import { oneLine } from './plainText.ts';

/** Longer text is not a date, and could take long to search. */
export const maxDateLength = 200;

/** Month names and abbreviations in the languages of the journals whose files we read, in order from January. */
const names = [
  'january february march april may june july august september october november december',
  'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
  'janv févr mars avr mai juin juil août sept oct nov déc',
  'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
  'jan fev mar abr mai jun jul ago set out nov dez',
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  'ene feb mar abr may jun jul ago sep oct nov dic',
  'januar februar märz april mai juni juli august september oktober november dezember',
  'jan feb mär apr mai jun jul aug sep okt nov dez',
  'jänner feber maerz april mai juni juli august setiembre oktober november dezember',
  'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
  'januari februari maart april mei juni juli augustus september oktober november december',
  'января февраля марта апреля мая июня июля августа сентября октября ноября декабря',
  'январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь',
  'ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık',
  'jan feb mar apr may jun jul aug sept oct nov dec',
  'gen feb mar apr mag giu lug ago set ott nov dic',
  'jan feb mrt apr mei jun jul aug sep okt nov dec',
  'januari februari maret april mei juni juli agustus september oktober november desember',
  'jan feb mar apr mei jun jul agu sep okt nop des',
  'oca şub mar nis may haz tem ağu eyl eki kas ara',
  'янв фев мар апр май июн июл авг сент окт ноя дек',
  'янв февр марта апр мая июня июля авг сен окт нояб дек',
  'січень лютий березень квітень травень червень липень серпень вересень жовтень листопад грудень',
  'січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня',
  'ژانویه فوریه مارس آوریل مه ژوئن ژوئیه اوت سپتامبر اکتبر نوامبر دسامبر',
  'يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر',
  'يناير فبراير مارس أبريل ماي يونيو يوليوز غشت شتنبر أكتوبر نونبر دجنبر',
  'جانفي فيفري مارس أفريل ماي جوان جويلية أوت سبتمبر أكتوبر نوفمبر ديسمبر',
  'كانون_الثاني شباط آذار نيسان أيار حزيران تموز آب أيلول تشرين_الأول تشرين_الثاني كانون_الأول',
  'มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม',
  'जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर',
  'január február március április május június július augusztus szeptember október november december',
  'jan febr márc ápr máj jún júl aug szept okt nov dec',
  'január február marec apríl máj jún júl august september október november december',
  'januára februára marca apríla mája júna júla augusta septembra októbra novembra decembra',
  'ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie',
  'januari februari mars april maj juni juli augusti september oktober november december',
  'januar februar marts april maj juni juli august september oktober november december',
  'tammikuu helmikuu maaliskuu huhtikuu toukokuu kesäkuu heinäkuu elokuu syyskuu lokakuu marraskuu joulukuu',
  'tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta marraskuuta joulukuuta',
  'jaanuar veebruar märts aprill mai juuni juuli august september oktoober november detsember',
  'janvāris februāris marts aprīlis maijs jūnijs jūlijs augusts septembris oktobris novembris decembris',
  'sausio vasario kovo balandžio gegužės birželio liepos rugpjūčio rugsėjo spalio lapkričio gruodžio',
  'sausis vasaris kovas balandis gegužė birželis liepa rugpjūtis rugsėjis spalis lapkritis gruodis',
  'januar februar mart april maj jun jul avgust septembar oktobar novembar decembar',
  'јануар фебруар март април мај јун јул август септембар октобар новембар децембар',
  'януари февруари март април май юни юли август септември октомври ноември декември',
  'gener febrer març abril maig juny juliol agost setembre octubre novembre desembre',
  'Ιανουάριος Φεβρουάριος Μάρτιος Απρίλιος Μάιος Ιούνιος Ιούλιος Αύγουστος Σεπτέμβριος Οκτώβριος Νοέμβριος Δεκέμβριος',
  'Ιανουαρίου Φεβρουαρίου Μαρτίου Απριλίου Μαΐου Ιουνίου Ιουλίου Αυγούστου Σεπτεμβρίου Οκτωβρίου Νοεμβρίου Δεκεμβρίου',
  '一月 二月 三月 四月 五月 六月 七月 八月 九月 十月 十一月 十二月',
];

/** Those of languages that have one name for different months: `listopad` is October in Croatian, else November. */
const namesByLanguage = {
  pl: [
    'stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia',
    'styczeń luty marzec kwiecień maj czerwiec lipiec sierpień wrzesień październik listopad grudzień',
    'sty lut mar kwi maj cze lip sie wrz paź lis gru',
  ],
  cs: [
    'leden únor březen duben květen červen červenec srpen září říjen listopad prosinec',
    'ledna února března dubna května června července srpna září října listopadu prosince',
  ],
  hr: [
    'siječanj veljača ožujak travanj svibanj lipanj srpanj kolovoz rujan listopad studeni prosinac',
    'siječnja veljače ožujka travnja svibnja lipnja srpnja kolovoza rujna listopada studenoga prosinca',
    'siječnja veljače ožujka travnja svibnja lipnja srpnja kolovoza rujna listopada studenog prosinca',
  ],
};

const months = monthsIn([...names, ...Object.values(namesByLanguage).flat()]);
const monthsByLanguage = new Map(
  Object.entries(namesByLanguage).map(([language, lines]) => [language, monthsIn(lines)]),
);

/** The months of folded names; null for one that is another month in another line. */
function monthsIn(lines: readonly string[]): Map<string, number | null> {
  const found = new Map<string, number | null>();
  for (const line of lines)
    for (const [at, written] of line.split(' ').entries()) {
      const name = fold(written.replace('_', ' '));
      const known = found.get(name);
      found.set(name, known === undefined || known === at + 1 ? at + 1 : null);
    }
  return found;
}

export interface DateParts {
  year: string;
  /** 1 to 12 without leading zeros, or empty. */
  month: string;
  /** 1 to 31 without leading zeros, or empty. */
  day: string;
}

/**
 * The month (1 to 12) meant by a number or a name in a language we know; null for seasons, quarters and ranges, and for a
 * name that depends on the language.
 */
export function monthNumber(text: string): number | null {
  if (text === '') return null;
  if (/^\d{1,2}$/.test(text)) return monthOf(Number(text));
  const folded = fold(asciiDigits(text).trim().replace(/\.$/, '')).replace(
    /^(\d{1,2})\s?(?:月|\u110b\u116f\u11af)$/u,
    '$1',
  );
  return /^\d{1,2}$/.test(folded) ? monthOf(Number(folded)) : (months.get(folded) ?? null);
}

/** Returns true for a text with the name of a month that is another one in another language. */
export function dependsOnLanguage(text: string): boolean {
  return wordsOf(text.slice(0, maxDateLength)).some((word) => months.get(fold(word)) === null);
}

/** The month of a text with such a name, if it is in a language (ISO 639-1) that has the name; else null. */
export function monthInLanguage(text: string, language: string | null): number | null {
  const own = monthsByLanguage.get(language ?? '');
  if (own === undefined || !dependsOnLanguage(text)) return null;
  const words = wordsOf(text.slice(0, maxDateLength));
  const found = new Set(words.flatMap((word) => own.get(fold(word)) ?? monthNumber(word) ?? []));
  return found.size === 1 ? [...found][0]! : null;
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{M}]+/gu) ?? [];
}

function monthOf(number: number): number | null {
  return number >= 1 && number <= 12 ? number : null;
}

/** The basic form of ISO 8601. */
const compactDate = /^((?:1[4-9]|20)\d{2})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/;
/** XML Schema allows a time zone behind a date without a time. */
const isoDate =
  /^(\d{4})(?:[-/.]\s?(\d{1,2})(?:[-/.]\s?(\d{1,2}))?\.?)?(?:Z|[+-](?:0\d|1[0-4]):?[0-5]\d|[T\s]\d{1,2}:\d{2}.*)?$/;
/** As in RIS, which other formats get from programs that know it. */
const slashedDate = /^(\d{4})\/(\d{1,2})(?:\/(\d{1,2}))?\/{1,2}$/;
const eastAsianDate = /^(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월](?:\s?(\d{1,2})\s?[日일])?$/;
/**
 * In a numeric date the day comes first (reference/import-decisions.md), unless only the second number can be a day.
 */
const dayFirst = /^(\d{1,2})[-/.]\s?(\d{1,2})[-/.]\s?(\d{4})(?:[T\s]\d{1,2}:\d{2}.*)?$/;
const monthAndYear = /^(\d{1,2})[-/.](\d{4})$/;

/** EDTF says what is unknown (`2024-05-XX`) and what is doubtful (`2023-05~`). */
function withoutDoubt(text: string): string {
  return text.replace(/(?<=^\d{4}(?:-\d{2})?)(?:-(?:XX|uu|\?\?))+(?=$|\/)/gi, '').replace(/[~?%]+$/, '');
}

/**
 * The parts of a date in one text; null if no year is found. A season, a range of months, and a name that depends on the
 * language have no month.
 */
export function readDate(text: string): DateParts | null {
  const line = asciiDigits(text).normalize('NFKC').replace(/\s+/g, ' ').trim();
  const plain = withoutDoubt(line.slice(0, maxDateLength));
  const iso = isoDate.exec(plain) ?? slashedDate.exec(plain) ?? eastAsianDate.exec(plain);
  if (iso) return parts(iso[1]!, iso[2], iso[3]);
  const compact = compactDate.exec(plain);
  if (compact) return parts(compact[1]!, compact[2], compact[3]);
  const numbers = dayFirst.exec(plain);
  if (numbers) {
    const [, first = '', second = '', year = ''] = numbers;
    return Number(second) > 12 ? parts(year, first, second) : parts(year, second, first);
  }
  const short = monthAndYear.exec(plain);
  if (short) return parts(short[2]!, short[1], undefined);
  return readWords(plain);
}

export interface YearAndMonth {
  year: string;
  month: string;
  /** The text, if the day or the month may come first in it. */
  unclear?: string;
}

const dateInNumbers = /^(\s*)(\d{1,2})([-/.]\s?)(\d{1,2})([-/.]\s?\d{4})/;

/** Returns true if a numeric date may have the day or the month first: `03/04/2024`, not `25/04/2024`. */
export function isUnclearDate(text: string): boolean {
  const [, , first, , second] = dateInNumbers.exec(text) ?? [];
  return first !== second && Number(first) <= 12 && Number(second) <= 12;
}

/** A numeric date that has the month first, rewritten with the day first. */
export function dayBeforeMonth(text: string): string {
  return text.replace(dateInNumbers, '$1$4$3$2$5');
}

/**
 * A date as one text of a file. One without a Gregorian year is kept as it is, to be converted from another calendar or
 * named as not imported.
 */
export function writtenDate(kind: DateKind, text: string): SourceDate[] {
  const line = oneLine(text).slice(0, maxDateLength);
  if (line === '') return [];
  const date = yearAndMonth(line);
  return [{ kind, ...(date && gregorianYear(date.year) !== '' ? date : { year: line, month: '' }) }];
}

/** The first year in a text that can be one of a publication; empty if it has none. */
export function gregorianYear(text: string): string {
  return /(?<!\d)(?:1[5-9]|20)\d{2}(?!\d)/.exec(asciiDigits(text))?.[0] ?? '';
}

/**
 * The year and month in one text. Where no month can be read from a text that says more than a year (a season, a range),
 * that text stands for it, so that it is named as not imported.
 */
export function yearAndMonth(text: string): YearAndMonth | null {
  const [start = '', end] = text.split('/', 2).map((part) => readDate(part.trim()));
  // A range of days within a month.
  if (
    start &&
    end &&
    start.day !== '' &&
    end.day !== '' &&
    start.year === end.year &&
    start.month === end.month
  )
    return { year: start.year, month: start.month };
  const date = readDate(text);
  if (!date) return null;
  const plain = asciiDigits(text).normalize('NFKC').trim().slice(0, maxDateLength);
  const rest = plain.replace(date.year, '').replace(/\d{1,2}:\d{2}.*$/, '');
  const saysMore = /\d|\p{L}{3}/u.test(rest.replace(/[-/.]?(?:XX|uu|00)\b/gi, ''));
  return {
    year: date.year,
    month: date.month === '' && saysMore ? oneLine(text) : date.month,
    ...(isUnclearDate(plain) && { unclear: oneLine(text) }),
  };
}

/** `17 May 2024`, `May 17, 2024`, `2024 May 17`, `17 de maio de 2024`; two different months are a range. */
function readWords(text: string): DateParts | null {
  const year = /(?<!\d)(\d{4})(?!\d)/.exec(text)?.[1];
  if (year === undefined) return null;
  const words = wordsOf(text);
  const numbered = text.match(/(?<!\d)\d{1,2}\s?[月월]/gu) ?? [];
  const found = new Set([...words, ...numbered].map(monthNumber).filter((month) => month !== null));
  const days = (text.replace(year, ' ').match(/(?<!\d)\d{1,2}(?!\d)/g) ?? []).filter(
    (day) => Number(day) <= 31,
  );
  if (found.size !== 1 || dependsOnLanguage(text)) return parts(year, undefined, undefined);
  return parts(year, String([...found][0]), days.length === 1 ? days[0] : undefined);
}

function parts(year: string, month: string | undefined, day: string | undefined): DateParts {
  const number = month === undefined ? null : monthNumber(month);
  const isDay = day !== undefined && number !== null && Number(day) >= 1 && Number(day) <= 31;
  return { year, month: number === null ? '' : String(number), day: isDay ? String(Number(day)) : '' };
}

/** Without accents, which are often missing: `aout`, `decembre`. Korean syllables become letters. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/ı/g, 'i')
    .replace(/ł/g, 'l');
}
