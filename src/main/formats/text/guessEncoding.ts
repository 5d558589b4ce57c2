import { openDecoder } from './encodings.ts';

export interface GuessedEncoding {
  name: string;
  /** False if another encoding is nearly as likely, or the text is too short to tell. */
  isCertain: boolean;
}

/** The encodings that are considered, by the detector's names for them; it tells more kinds apart than differ in decoding. */
const considered: Readonly<Record<string, string>> = {
  'windows-1250': 'Windows-1250',
  'windows-1251': 'Windows-1251',
  'windows-1252': 'Windows-1252',
  'windows-1253': 'Windows-1253',
  'windows-1254': 'Windows-1254',
  'windows-1255': 'Windows-1255',
  'windows-1256': 'Windows-1256',
  'windows-1257': 'Windows-1257',
  'windows-1258': 'Windows-1258',
  cp1258: 'Windows-1258',
  cp874: 'Windows-874',
  'iso-8859-1': 'Windows-1252',
  'iso-8859-2': 'ISO-8859-2',
  'iso-8859-5': 'ISO-8859-5',
  'iso-8859-6': 'ISO-8859-6',
  'iso-8859-7': 'ISO-8859-7',
  'iso-8859-9': 'Windows-1254',
  'koi8-r': 'KOI8-R',
  'koi8-u': 'KOI8-U',
  macroman: 'Macintosh',
  maccyrillic: 'X-Mac-Cyrillic',
  // Of DOS, which old programs on Windows still write.
  cp850: 'IBM850',
  cp858: 'IBM850',
  cp852: 'IBM852',
  ibm866: 'IBM866',
  shift_jis: 'Shift_JIS',
  cp932: 'Shift_JIS',
  'euc-jp': 'EUC-JP',
  'euc-kr': 'EUC-KR',
  cp949: 'EUC-KR',
  gb18030: 'GB18030',
  gbk: 'GB18030',
  gb2312: 'GB18030',
  big5: 'Big5',
  big5hkscs: 'Big5',
};

/** By far the commonest, and the model knows its languages no better than others. */
const common = { name: 'Windows-1252', weight: 1.5 };

/**
 * What hardly occurs in a text that was decoded rightly: signs before or between letters, a capital after a small letter,
 * scripts mixed in a word, a single letter of another script among Latin words, control characters.
 */
const unlikely =
  /(?<!\d)[¢-¦¨ª¬¯²-´¸-º¼-¾×÷ƒˆ˜†-•‰™](?=\p{L})|\p{L}[¡§©«¬±¶»¿€‹›](?=\p{L})|\p{sc=Latin}[\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Thai}]|[\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Thai}](?=\p{sc=Latin})|\p{Ll}\p{Lu}|(?<=[a-z\d] ?)[\p{sc=Han}\p{sc=Hangul}](?![\p{sc=Han}\p{sc=Hangul}])|(?<=[a-z\d] )[\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Thai}](?= [a-z\d])|[\u0080-\u009f\u2500-\u259f\p{Co}\p{Cn}]/gu;
/** The letters of languages beside those of English; a word has those of one language. */
const alphabets = [
  'ąćęłńóśźż',
  'áäčďéěíĺľňóôöŕřšťúůüýž',
  'áéíóöőúüű',
  'ăâîşșţț',
  'čćđšž',
  'àáâäæçèéêëìíîïñòóôöœùúûüÿß',
  'ãáâàçéêíóôõúü',
  'åäöæøéèüáó',
  'áðéíóúýþæö',
  'âçğıiîöşûü\u0307',
  'ąčęėįšųūž',
  'āčēģīķļņōŗšūž',
  'äöõüšž',
];
const latinWord = /\p{sc=Latin}*[^\P{sc=Latin}A-Za-z]\p{sc=Latin}*/gu;
const maxJudged = 20_000;
/** Below this rating, or if the next best encoding comes closer than this to the best, a guess is not certain. */
const doubtful = { rating: 0.06, share: 0.45 };

/**
 * The likeliest encoding of bytes that are not UTF-8, all of which ASCII bytes are ASCII characters: by a model of the
 * languages, and by what the text would look like. Encodings that give the same text count as one.
 */
export async function guessEncoding(sample: Uint8Array): Promise<GuessedEncoding> {
  const [best, next] = await ratedEncodings(sample);
  if (!best) return { name: common.name, isCertain: false };
  const isCertain = best.rating >= doubtful.rating && (next?.rating ?? 0) <= best.rating * doubtful.share;
  return { name: best.name, isCertain };
}

/** The encodings in which bytes are text, the likeliest first. */
export async function ratedEncodings(sample: Uint8Array): Promise<{ name: string; rating: number }[]> {
  const { detectAll } = await import('jschardet');
  const all = detectAll(sample, { minimumThreshold: 0, detectEncodings: Object.keys(considered) });
  const rated = new Map<string, { name: string; rating: number }>();
  for (const { encoding, confidence } of all) {
    const name = considered[encoding?.toLowerCase() ?? ''];
    const text = name === undefined ? '\ufffd' : (await openDecoder(name.toLowerCase())).decode(sample);
    if (name === undefined || text.includes('\ufffd')) continue;
    const rating = confidence * likelihood(text) * (name === common.name ? common.weight : 1);
    const known = rated.get(text);
    if (!known || known.rating < rating)
      rated.set(text, { name: known?.name === common.name ? known.name : name, rating });
    else if (name === common.name) known.name = name;
  }
  return [...rated.values()].sort((a, b) => b.rating - a.rating);
}

/** From 0 to 1: how rarely a text has what is unlikely. */
function likelihood(text: string): number {
  const judged = text.slice(0, maxJudged);
  const letters = judged.match(/[^\0-\x7f]/g)?.length ?? 0;
  const mixed = (judged.match(latinWord) ?? []).filter((word) => !isOfOneLanguage(word));
  const faults = (judged.match(unlikely)?.length ?? 0) + mixed.length;
  return Math.exp((-4 * faults) / Math.max(1, letters));
}

function isOfOneLanguage(word: string): boolean {
  const letters = [...word.toLowerCase().replace(/[a-z]/g, '')];
  return alphabets.some((alphabet) => letters.every((letter) => alphabet.includes(letter)));
}
