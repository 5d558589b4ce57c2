/** The commonest Chinese family names: two names beside each other begin with one each. */
const familyNames = new Set(
  '王李张張刘劉陈陳杨楊赵趙黄黃周吴吳徐孙孫胡朱高林何郭马馬罗羅梁宋郑鄭谢謝韩韓唐冯馮于董萧蕭程曹袁邓鄧许許傅沈曾彭吕呂苏蘇卢盧蒋蔣蔡贾賈丁魏薛叶葉阎閻余潘杜戴夏钟鍾汪田任姜范方石姚谭譚廖邹鄒熊金陆陸郝孔白崔康毛邱秦江史顾顧侯邵孟龙龍万萬段雷钱錢汤湯尹黎易常武乔喬贺賀赖賴龚龔文欧歐',
);
const whole = /^[\p{sc=Hangul}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u30fc\s\u3001\uff0c,\u30fb]+$/u;
const isHan = (name: string) => /^\p{sc=Han}{2,6}$/u.test(name);
const isChinese = (name: string) => /^\p{sc=Han}{2,4}$/u.test(name) && familyNames.has(name[0]!);
/** Without Katakana, in which the parts of foreign names are joined by a dot. */
const isJapanese = (name: string) => /^[\p{sc=Han}\p{sc=Hiragana}\s]{2,12}$/u.test(name);

/** Korean names have three syllables or so, of which the first is the family name. */
const isKorean = (name: string) => /^\p{sc=Hangul}{3,4}$/u.test(name);

/**
 * The names in a list in Chinese, Japanese or Korean characters; null if it is none. A comma or "and" without blanks, which can
 * be part of a name, counts only between names with Chinese family names.
 */
export function eastAsianNames(text: string): string[] | null {
  if (text.length > 2_000 || !whole.test(text)) return null;
  const parts = divided(text, /\s*[\u3001\u30fb]\s*/u, isJapanese) ??
    divided(text, /\s*[\uff0c,]\s*/u, isChinese) ??
    divided(text, /\s*[\u00b7\uff0c,\u3001]\s*/u, isKorean) ?? [text.trim()];
  const names = parts.flatMap(
    (part) =>
      divided(part, /\s+(?:和|與|与|及|と)\s+/u, isJapanese) ??
      divided(part, /[和與与及]/u, isChinese) ??
      divided(part, /と/u, isHan) ?? [part],
  );
  return names.length > 1 ? names : null;
}

/** Null unless there are several parts that are all names; the last may still hold two. */
function divided(text: string, sign: RegExp, isName: (part: string) => boolean): string[] | null {
  const parts = text.split(sign);
  const isList =
    parts.length > 1 &&
    parts.every(
      (part, at) =>
        isName(part) || (at === parts.length - 1 && at > 0 && part.split(/[和與与及]/u).every(isName)),
    );
  return isList ? parts : null;
}
