/**
 * Languages that publishers use, each with its code of ISO 639-1 first, then those of 639-2 (B and T) and its names in
 * English and in the language itself.
 */
const known = `
af afr afrikaans|ar ara arabic العربية|az aze azerbaijani|bg bul bulgarian български|bs bos bosnian bosanski
ca cat catalan català|cs cze ces czech čeština|cy wel cym welsh cymraeg|da dan danish dansk|de ger deu german deutsch
el gre ell greek ελληνικά|en eng english|es spa spanish español castellano|et est estonian eesti|eu baq eus basque euskara
fa per fas persian فارسی|fi fin finnish suomi|fr fre fra french français|ga gle irish gaeilge|gl glg galician galego
he heb hebrew עברית|hi hin hindi|hr hrv croatian hrvatski|hu hun hungarian magyar|hy arm hye armenian
id ind indonesian|is ice isl icelandic íslenska|it ita italian italiano|ja jpn japanese 日本語|ka geo kat georgian
kk kaz kazakh|ko kor korean 한국어|la lat latin|lt lit lithuanian lietuvių|lv lav latvian latviešu
mk mac mkd macedonian македонски|mn mon mongolian|ms may msa malay|nb nob bokmål|nl dut nld dutch nederlands
nn nno nynorsk|no nor norwegian norsk|pl pol polish polski|pt por portuguese português|ro rum ron romanian română
ru rus russian русский|sk slo slk slovak slovenčina|sl slv slovenian slovene slovenščina|sq alb sqi albanian shqip
sr srp serbian српски srpski|sv swe swedish svenska|sw swa swahili|ta tam tamil|th tha thai|tr tur turkish türkçe
uk ukr ukrainian українська|ur urd urdu|uz uzb uzbek|vi vie vietnamese|zh chi zho chinese 中文`
  .trim()
  .split(/[|\n]/)
  .map((line) => line.split(' '));

/** Names of the most frequent languages in the other ones. */
const foreignNames = `
en anglais inglés inglês englisch|fr francés francês französisch|es espagnol espanhol spanisch castillan
pt portugais portugués portugiesisch|de allemand alemán alemão|it italien italiano italienisch
ca catalan catalán catalão katalanisch|ru russe ruso russo russisch|zh chinois chino chinês chinesisch
en ingilizce inggris angielski angielsku английский английском англ англійська англійською anglicky angličtina inglese engels انگلیسی الإنجليزية 英文 英语 英語 외문 영문 영어 外文
tr turc turco türkisch turkce|id indonesia indonesisch indonesio|pl polski polsku polonais polaco polnisch|uk українською украинский украинском
ru русском російська російською rosyjski|cs česky czeski|it włoski italiaans|nl holenderski|fa فارسی persan persa persisch|ar عربی عربي العربية
zh 中文 汉语 漢語 国文|ja 日文 日本語 和文 japonais japonés japanisch|ko 국문 한글 한국어 국어 韩文 韓文 coréen koreanisch
ar arabe árabe arabisch|nl néerlandais neerlandés neerlandês niederländisch|la latin latín latim latein`
  .trim()
  .split(/[|\n]/)
  .map((line) => line.split(' '));

const codes = new Map(
  [...foreignNames, ...known].flatMap((names) =>
    names.flatMap((name) => [name, withoutAccents(name)].map((form) => [form, names[0]!] as const)),
  ),
);

/** The ISO 639-1 code for a code, a locale (`fr_CA`) or a name; another text in lower case, null for nothing. */
export function languageCode(text: string | null | undefined): string | null {
  if (!text) return null;
  const code = codes.get(text);
  if (code !== undefined) return code;
  const folded = text.trim().toLowerCase();
  if (folded === '') return null;
  const base = folded.split(/[-_@.]/)[0]!;
  return codes.get(folded) ?? codes.get(base) ?? base;
}

/**
 * The one in the first language of `languages` that has any, else the first. Of several locales of a language, such as
 * `pt_BR` and `pt_PT`, the same one is preferred.
 */
export function inLanguage<T extends { language: string | null }>(
  list: readonly T[],
  languages: readonly (string | null)[],
): T | undefined {
  for (const language of languages) {
    const code = languageCode(language);
    const same = code === null ? [] : list.filter((one) => languageCode(one.language) === code);
    const found = same.find((one) => one.language === language) ?? same[0];
    if (found) return found;
  }
  return list[0];
}

const bibliographic = new Map(known.map((names) => [names[0]!, names[1]!]));

/** The code of ISO 639-2/B, which the directory's XML requires, for a code, a locale or a name; null if we do not know it. */
export function bibliographicCode(text: string | null | undefined): string | null {
  return bibliographic.get(languageCode(text) ?? '') ?? null;
}

/** The ISO 639-1 code for a code, a locale or a name of a language that we know, else null. */
export function knownLanguageCode(text: string): string | null {
  const folded = text.trim().toLowerCase();
  return codes.get(folded) ?? codes.get(folded.split(/[-_@.]/)[0]!) ?? null;
}

export function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '');
}
