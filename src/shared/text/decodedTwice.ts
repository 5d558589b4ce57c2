/** A code page in which UTF-8 was read by mistake, by the characters of its bytes from 0x80 on. */
interface CodePage {
  byteOf: ReadonlyMap<string, number>;
  /** The first bytes of a character in UTF-8, each as a character, before those that may follow. */
  suspicious: RegExp;
  starts: readonly string[];
}

/** Signs of Mac OS Roman after which another sign is ordinary mathematics: √π, ≈±. */
const mathematics = /[√≈∆¬][π∞±≤≥≠µ∂∑∏∫Ω°]/u;
/** Letters of one script in a word, and the punctuation of running text. */
const likely =
  /^[\0-\x7f\u00a0-\u017f\u0370-\u03ff\u0400-\u045f\u0490\u0491\u2000-\u200a\u2010-\u2027\u202f\u20ac\u2116]*$/;
const mixed =
  /\p{sc=Latin}[\p{sc=Cyrillic}\p{sc=Greek}]|[\p{sc=Cyrillic}\p{sc=Greek}]\p{sc=Latin}|\p{sc=Cyrillic}\p{sc=Greek}|\p{sc=Greek}\p{sc=Cyrillic}/u;

/** Windows-1252 is by far the commonest, and includes Latin-1. */
const western = codePage('windows-1252');
const others = ['windows-1250', 'windows-1251', 'windows-1254', 'macintosh'].map(codePage);
/** The sign in any of them; hardly any text has one. */
const suspiciousInAny = oneOf([western, ...others].flatMap(({ starts }) => starts));
/** A letter whose second byte, a blank without break, became an ordinary blank. */
const lostBlank = /Ã (?=\S)/g;
/**
 * Signs that stand together of their own accord, which are no evidence. Where a language has the letter that they would
 * be, the signs around them decide: `È™` is the Romanian "ș", but behind capitals it is "CAFFÈ™".
 */
const ordinarySigns = [
  // A unit: `350 Å³`, `at 2.5 Å—the best`.
  /(?<!\p{L})Å[²³–—]|(?<=\d\s?)Å[±·\u00a0]/u,
  // A blank without break: `PAUVRETÉ :`, `È possibile`, `Ø 50 mm`. None stands before a stop, as in the initial "Š."
  /[ÇÈÉÊËÍÒ-ÖØ-ß]\u00a0(?![.,])|[ÄÅ]\u00a0(?=[:;!?»\d])/u,
  // Hybrids and products: `Mentha × piperita`, `2×½`.
  /×(?:\u00a0(?=[\w(])|[¼½¾])/u,
  // Behind a word in capitals: an apostrophe, a dash, dots, a trade mark, or the mark of a footnote.
  /(?<=[A-Z]{2})(?:[Æ-ËÍÐ-ÖØ-Þ][’–—…®™]|[Ç-ËÍÐ-ÖØ-Þ]´|[Ç-ÉÍÐ-ÖØ-Þ][¹²³†‡])/u,
  /(?<=[A-Z]{2})(?:Ì[’´–—\u00a0]|[ÐÑ]\u00a0)/u,
  // `Ó’Connor`, `Strauß’ Opern`.
  /Ó’(?=[A-Z])|(?<=[a-z])ß[’´–—…®™¹²³†‡]/u,
  // Two signs behind a word: `Qualité –` with a blank without break, `José¹²`.
  /(?<=[a-z])(?:[à-ï]\u00a0[\u00a0–—…»]|[àã-ï](?:[¹²³]{2}|[®™]\u00a0))/u,
];
const ordinary = new RegExp(ordinarySigns.map(({ source }) => source).join('|'), 'gu');
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** A text may have been decoded several times. */
const maxTimes = 3;

function codePage(name: string): CodePage {
  const bytes = Uint8Array.from({ length: 128 }, (_, at) => 0x80 + at);
  const usual = [...new TextDecoder('windows-1252').decode(bytes)];
  // Readers of files take what a page leaves open, a control character, for the sign that Windows-1252 has there.
  const signs = [...new TextDecoder(name).decode(bytes)].map((sign, at) =>
    sign < '\u00a0' ? usual[at]! : sign,
  );
  const from = (first: number, last: number) =>
    `[${signs
      .slice(first - 0x80, last - 0x80 + 1)
      .join('')
      .replace(/[\\\]^-]/g, '\\$&')}]`;
  const following = `[\\u0080-\\u009f${from(0x80, 0xbf).slice(1)}`;
  const starts = [
    `${from(0xc2, 0xdf)}${following}`,
    `${from(0xe0, 0xef)}${following}{2}`,
    `${from(0xf0, 0xf4)}${following}{3}`,
  ];
  return {
    byteOf: new Map([
      // What a code page leaves open is a control character in Latin-1.
      ...Array.from({ length: 32 }, (_, at) => [String.fromCharCode(0x80 + at), 0x80 + at] as const),
      ...signs.map((sign, at) => [sign, 0x80 + at] as const),
    ]),
    suspicious: oneOf(starts),
    starts,
  };
}

/** Such characters come in pairs, which can be searched for in a fraction of the time. */
function oneOf(starts: readonly string[]): RegExp {
  return new RegExp(`(?=[\\x80-\\uffff]{2})(?:${starts.join('|')})`);
}

/**
 * The text that is meant by one in UTF-8 that was read in another encoding ("fÃ¼r" is "für", "РїРѕС‡РІР°" is "почва"), or
 * null if there is no sign of that. The whole text has to be such bytes, so that nothing that is right is changed.
 */
export function undecodedTwice(text: string): string | null {
  if (!suspiciousInAny.test(text)) return null;
  let meant: string | null = null;
  for (let time = 0; time < maxTimes; time++) {
    const before = decodedAgain(meant ?? text);
    if (before === null) break;
    meant = before;
  }
  return meant ?? fromOtherPage(text);
}

function decodedAgain(text: string): string | null {
  if (!hasEvidence(text, western)) return null;
  const meant = asUtf8(text, western) ?? asUtf8(text.replace(lostBlank, 'Ã\u00a0 '), western);
  return meant === null || isStrange(meant) ? null : meant;
}

/** Returns true for a text with signs that are no ordinary ones. */
function hasEvidence(text: string, { suspicious }: CodePage): boolean {
  return suspicious.test(text) && suspicious.test(text.replace(ordinary, ' '));
}

/** Returns true for a text with one letter of another script among Latin letters: "Úžas" is a word in Czech, "ڞas" in no language. */
function isStrange(meant: string): boolean {
  const [sign, ...more] = meant.match(/[^\0-\x7f]/gu) ?? [];
  if (sign === undefined || more.length > 0 || !/[^\P{L}\p{sc=Latin}]|\p{M}/u.test(sign)) return false;
  return /[a-z]/i.test(
    `${meant[meant.indexOf(sign) - 1] ?? ''}${meant[meant.indexOf(sign) + sign.length] ?? ''}`,
  );
}

/** Only one page may give a text, the text has to look like one, and the signs for it like none. */
function fromOtherPage(text: string): string | null {
  const found = new Set<string>();
  for (const page of others) {
    const meant = hasEvidence(text, page) ? asUtf8(text, page) : null;
    if (meant !== null && likely.test(meant) && !mixed.test(meant) && isEvident(text, page)) found.add(meant);
  }
  return found.size === 1 ? [...found][0]! : null;
}

/**
 * Returns true if a character in UTF-8 stands where no two letters would: a capital after a small letter, as in "fĂĽr", or a
 * sign within a word, as in "ĐľŃ‡". "PÄŤ" and "Ăştia" are ordinary words.
 */
function isEvident(text: string, { suspicious }: CodePage): boolean {
  for (const { 0: signs, index } of text.matchAll(new RegExp(suspicious, 'gu'))) {
    if (mathematics.test(signs)) continue;
    const [before, after] = [text[index - 1] ?? '', text[index + signs.length] ?? ''];
    if (/\p{Ll}/u.test(before) && !/^\p{Ll}/u.test(signs)) return true;
    if (/^[√ƒ≈∆¬]/u.test(signs) && /\p{Ll}/u.test(after)) return true;
    const isSign = /[^\p{L}\p{M}\s‐-‧«»‹›°]$/u.test(signs);
    if (isSign && /\p{L}/u.test(before + after)) return true;
  }
  return false;
}

function asUtf8(text: string, { byteOf }: CodePage): string | null {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const byte = code < 0x80 ? code : byteOf.get(text[at]!);
    if (byte === undefined) return null;
    bytes[at] = byte;
  }
  try {
    const meant = decoder.decode(bytes);
    return meant.length < text.length && !meant.includes('\ufffd') ? meant : null;
  } catch {
    return null;
  }
}
