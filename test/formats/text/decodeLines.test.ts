import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DecodedLine, decodeLines } from '../../../src/main/formats/text/decodeLines.ts';
import { encoded } from '../../helpers/encoded.ts';

async function linesOf(bytes: Buffer, pieceLength = bytes.length, encoding: string | null = null) {
  const pieces = (async function* () {
    for (let at = 0; at < bytes.length; at += pieceLength) yield bytes.subarray(at, at + pieceLength);
  })();
  const lines: DecodedLine[] = [];
  for await (const some of decodeLines(pieces, bytes.subarray(0, 1 << 16), encoding)) lines.push(...some);
  return lines;
}

test('lines end in a line feed, a carriage return or both, wherever the file is cut', async () => {
  for (const encoding of ['utf8', 'utf16le'] as const) {
    const bytes = Buffer.from(`${encoding === 'utf8' ? '' : '\ufeff'}a\r\nb\rc\n\r\rdé`, encoding);
    for (let length = 1; length <= bytes.length; length++) {
      const lines = await linesOf(bytes, length);
      expect(lines.map(({ text }) => text)).toEqual(['a', 'b', 'c', '', '', 'dé']);
      expect(lines.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6]);
    }
  }
});

test('a line that is not UTF-8 is read as Windows-1252', async () => {
  expect(await linesOf(Buffer.from('caf\xe9 \x96\nb', 'latin1'))).toEqual([
    {
      text: 'café –',
      line: 1,
      guess: { key: 'import.note.doubtfulEncoding', params: { name: 'Windows-1252' } },
      isTooLong: false,
    },
    { text: 'b', line: 2, guess: null, isTooLong: false },
  ]);
});

test('a line that is too long is passed over without being kept in memory', async () => {
  for (const encoding of ['utf8', 'utf16le'] as const) {
    const long = Buffer.from(`\ufeff${'x'.repeat(9_000_000)}\nb`, encoding);
    expect(await linesOf(long, 60_000)).toEqual([
      { text: '', line: 1, guess: null, isTooLong: true },
      { text: 'b', line: 2, guess: null, isTooLong: false },
    ]);
  }
});

test('any text has the same lines, however it is cut', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: fc.constantFrom('\r', '\n', 'a', 'é') }),
      fc.integer({ min: 1, max: 5 }),
      async (text, length) => {
        const expected = text.split(/\r\n?|\n/);
        if (expected.at(-1) === '') expected.pop();
        expect((await linesOf(Buffer.from(text), length)).map((line) => line.text)).toEqual(expected);
      },
    ),
  );
});

test('lines come at once for each piece, so that empty ones cost next to nothing', async () => {
  for (const end of ['\n', '\r', '\r\n']) {
    const piece = Buffer.from(end.repeat(50_000));
    const pieces = (async function* () {
      for (let at = 0; at < 3; at++) yield piece;
    })();
    const counts: number[] = [];
    for await (const lines of decodeLines(pieces, piece.subarray(0, 1 << 16))) counts.push(lines.length);
    expect(counts).toEqual([50_000, 50_000, 50_000]);
  }
});

const texts = {
  ru: 'Тихая почва: полевой отчёт\nМы измерили три участка.',
  uk: 'Тиха ґрунтова вода: польовий звіт\nМи виміряли три ділянки; результати є стійкими.',
  pl: 'Żółte łąki w świetle badań gleboznawczych\nWójcik Łucja',
  cs: 'Tichá půda: zpráva z terénu\nZměřili jsme tři pozemky; výsledky jsou stálé, příčinou může být vyšší vlhkost.',
  hu: 'Csendes talaj: terepi jelentés az őszi mérésekről\nSzűcs Győző',
  el: 'Ήσυχο έδαφος: αναφορά πεδίου\nΠαπαδόπουλος Γιώργος',
  tr: 'Iğdır ve çevresinde sessiz toprak: bir saha raporu\nÜç parseli ölçtük; sonuçlar değişmedi.',
  ar: 'تربة هادئة: تقرير ميداني\nمحمد علي',
  he: 'אדמה שקטה: דוח שדה\nמדדנו שלוש חלקות והתוצאות יציבות בכל האתרים.',
  de: 'Geogene Grundwasserbelastung – Vorkommen und Bedeutung für die Versorgung\nMüller, Jörg',
  fr: 'Les sols silencieux : étude menée à Besançon\nNous avons mesuré trois parcelles, l’été comme l’hiver.',
  es: 'Suelos silenciosos: informe de campo en España\nMuñoz, José',
  ja: '静かな土壌：野外報告\n表1のソフトで三つの区画を測定した。',
  ko: '조용한 토양: 현장 보고서\n김철수',
  zh: '安静的土壤：野外报告\n我们测量了三个地块；结果是稳定的。',
  zht: '安靜的土壤：野外報告\n我們測量了三個地塊；結果是穩定的。',
};

test.each([
  ['windows-1251', 'ru'],
  ['windows-1251', 'uk'],
  ['koi8-r', 'ru'],
  ['windows-1250', 'pl'],
  ['iso-8859-2', 'pl'],
  ['windows-1250', 'cs'],
  ['iso-8859-2', 'cs'],
  ['windows-1250', 'hu'],
  ['windows-1253', 'el'],
  ['windows-1254', 'tr'],
  ['windows-1255', 'he'],
  ['windows-1256', 'ar'],
  ['windows-1252', 'de'],
  ['windows-1252', 'fr'],
  ['windows-1252', 'es'],
  ['macintosh', 'de'],
  ['maccyrillic', 'ru'],
  ['ibm866', 'ru'],
  ['iso-8859-6', 'ar'],
  ['cp850', 'es'],
  ['cp852', 'pl'],
  ['cp852', 'cs'],
  ['shift_jis', 'ja'],
  ['euc-jp', 'ja'],
  ['euc-kr', 'ko'],
  ['gbk', 'zh'],
  ['big5', 'zht'],
] as const)('%s is found by the text: %s', async (encoding, language) => {
  const text = `a line in ASCII\n${texts[language]}`;
  for (const times of [1, 50]) {
    const lines = await linesOf(encoded(`${text}\n`.repeat(times), encoding), 100);
    expect(lines.map((line) => line.text).join('\n')).toBe(`${text}\n`.repeat(times).trimEnd());
    expect(lines.map(({ guess }) => guess !== null).slice(0, 3)).toEqual([false, true, true]);
    expect(lines[1]!.guess!.key).toMatch(/^import\.note\.(?:guessed|doubtful)Encoding$/);
  }
});

test.each(['utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'])(
  '%s needs no byte order mark',
  async (encoding) => {
    for (const [language, text] of Object.entries(texts))
      for (const mark of ['', '\ufeff']) {
        const lines = await linesOf(encoded(`${mark}${text}\n`, encoding), 7);
        expect(
          lines.map((line) => line.text),
          language,
        ).toEqual(text.split('\n'));
        expect(lines.every(({ guess }) => guess === null)).toBe(true);
      }
  },
);

test('ISO-2022-JP is known by its switches', async () => {
  // 土壌 and 塩 between ESC $ B and ESC ( B.
  const bytes = Buffer.from('TI: \u001b$BEZ>m\u001b(B A\n\u001b$B1v\u001b(B\n', 'latin1');
  const lines = await linesOf(bytes, 5);
  expect(lines.map(({ text, guess }) => [text, guess])).toEqual([
    ['TI: 土壌 A', null],
    ['塩', null],
  ]);
});

test('a few bad lines of a file in UTF-8 are read as Windows-1252', async () => {
  const good = Buffer.from(`${texts.ru}\n`.repeat(50));
  const lines = await linesOf(Buffer.concat([good, Buffer.from('caf\xe9\n', 'latin1'), good]));
  expect(lines).toHaveLength(201);
  expect(lines.filter(({ guess }) => guess !== null)).toMatchObject([
    { text: 'café', guess: { params: { name: 'Windows-1252' } } },
  ]);
  expect(lines[150]!.text).toBe('Мы измерили три участка.');
});

test.each([
  ['a byte too many', 'Étude \xffdes étés', 'Étude \ufffddes étés'],
  ['the second byte of a letter', 'Étude, caf\xc3? et thés', 'Étude, caf\ufffd? et thés'],
  ['as many damaged letters as whole ones', 'thé, caf\xc3?', 'thé, caf\ufffd?'],
  ['a sign that was lost before', 'caf\ufffd, th\xe9', 'caf\ufffd, th\ufffd'],
])('a line in UTF-8 stays so but for what is damaged: %s', async (_, written, expected) => {
  const damaged = Buffer.concat(
    written
      .split(/([\xff\xc3]|\xe9$)/)
      .map((part, at) => Buffer.from(part, at % 2 === 1 ? 'latin1' : 'utf8')),
  );
  for (const before of ['', '\ufeff', `${texts.ru}\n`, 'plain\n'.repeat(100)]) {
    const lines = await linesOf(Buffer.concat([Buffer.from(before), damaged]));
    expect(lines.at(-1)).toMatchObject({ text: expected, guess: null });
  }
});

test('two bytes that are a character in UTF-8 by chance make no line UTF-8', async () => {
  const [line] = await linesOf(encoded('Er stand „bei Fuß“', 'windows-1252'));
  expect(line!.text).toBe('Er stand „bei Fuß“');
});

test('text that begins in ASCII is decoded by what follows', async () => {
  const lines = await linesOf(encoded(`${'plain\n'.repeat(100_000)}${texts.ru}`, 'windows-1251'), 1 << 16);
  expect(lines.slice(-2).map(({ text }) => text)).toEqual(texts.ru.split('\n'));
});

test('the encoding that the user chose decides', async () => {
  const lines = await linesOf(encoded('Żółte', 'windows-1250'), 100, 'windows-1251');
  expect(lines).toEqual([{ text: 'Їуіte', line: 1, guess: null, isTooLong: false }]);
});

test('line separators of Unicode end no line', async () => {
  const lines = await linesOf(Buffer.from('a\u2028b\u2029c\nd'));
  expect(lines.map(({ text }) => text)).toEqual(['a\u2028b\u2029c', 'd']);
});
