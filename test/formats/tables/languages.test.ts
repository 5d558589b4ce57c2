import { describe, expect, test } from 'vitest';
import { headingMeaning } from '../../../src/main/formats/tables/headings/headings.ts';
import { monthNumber, readDate, yearAndMonth } from '../../../src/main/formats/text/sourceDates.ts';
import { msg } from '../../../src/shared/message.ts';
import { readTableText } from './readTableText.ts';

/** The fields that each list of headings names, in this order. */
const fields = [
  ...['title', 'authors', 'year', 'month', 'volume', 'number', 'pages', 'abstract', 'keywords'],
  ...['journalTitle', 'affiliations', 'url', 'language', 'startPage', 'endPage'],
];

test.each([
  [
    'Judul|Penulis|Tahun|Bulan|Volume|Nomor|Halaman|Abstrak|Kata Kunci|Nama Jurnal|Afiliasi|Tautan|Bahasa|Halaman Awal|Halaman Akhir',
  ],
  [
    'Başlık|Yazarlar|Yıl|Ay|Cilt|Sayı|Sayfa|Öz|Anahtar Kelimeler|Dergi Adı|Kurum|Bağlantı|Dil|İlk Sayfa|Son Sayfa',
  ],
  [
    'BAŞLIK|YAZARLAR|YIL|AY|CİLT|SAYI|SAYFALAR|ÖZET|ANAHTAR KELİMELER|DERGİ|KURUM|BAĞLANTI|DİL|İLK SAYFA|SON SAYFA',
  ],
  [
    'Tytuł|Autorzy|Rok|Miesiąc|Tom|Zeszyt|Strony|Streszczenie|Słowa kluczowe|Czasopismo|Afiliacja|Link|Język|Strona od|Strona do',
  ],
  [
    'Название статьи|Авторы|Год|Месяц|Том|Выпуск|Страницы|Аннотация|Ключевые слова|Журнал|Место работы|Ссылка|Язык|Первая страница|Последняя страница',
  ],
  [
    'Назва статті|Автори|Рік|Місяць|Том|Випуск|Сторінки|Анотація|Ключові слова|Назва журналу|Установа|Посилання|Мова|Перша сторінка|Остання сторінка',
  ],
  [
    'Název článku|Autoři|Rok|Měsíc|Ročník|Číslo|Strany|Abstrakt|Klíčová slova|Časopis|Pracoviště|Odkaz|Jazyk|První strana|Poslední strana',
  ],
  [
    "Titolo dell'articolo|Autori|Anno|Mese|Volume|Fascicolo|Pagine|Riassunto|Parole chiave|Rivista|Affiliazione|Collegamento|Lingua|Pagina iniziale|Pagina finale",
  ],
  [
    "Titel van het artikel|Auteurs|Jaar|Maand|Jaargang|Nummer|Pagina's|Samenvatting|Trefwoorden|Tijdschrift|Instelling|Link|Taal|Eerste pagina|Laatste pagina",
  ],
  [
    'عنوان|نویسندگان|سال|ماه|دوره|شماره|صفحات|چکیده|کلیدواژه‌ها|نام نشریه|وابستگی سازمانی|نشانی|زبان|از صفحه|تا صفحه',
  ],
  [
    'عنوان البحث|المؤلفون|السنة|الشهر|المجلد|العدد|الصفحات|الملخص|الكلمات المفتاحية|المجلة|المؤسسة|الرابط|اللغة|من صفحة|إلى صفحة',
  ],
  ['标题|作者|年份|月份|卷|期|页码|摘要|关键词|期刊名称|作者单位|链接|语种|起始页|结束页'],
  ['標題|作者|年份|月份|卷|期|頁碼|摘要|關鍵詞|期刊名稱|服務單位|連結|語言|起始頁|結束頁'],
  [
    '論文名|著者|発行年|発行月|巻|号|ページ|抄録|キーワード|雑誌名|所属機関|リンク|言語|開始ページ|終了ページ',
  ],
  ['제목|저자|발행연도|발행월|권|호|페이지|초록|키워드|학술지명|소속기관|링크|언어|시작페이지|끝페이지'],
])('%s are known headings', (line) => {
  expect(line.split('|').map((heading) => headingMeaning(heading)?.target)).toEqual(fields);
});

test.each([
  ['英文标题', { target: 'title', language: 'en' }],
  ['中文摘要', { target: 'abstract', language: 'zh' }],
  ['영문 초록', { target: 'abstract', language: 'en' }],
  ['İngilizce Başlık', { target: 'title', language: 'en' }],
  ['Judul (Inggris)', { target: 'title', language: 'en' }],
  ['Penulis 2', { target: 'authorName', author: 2 }],
  ['Yazar 1 Soyadı', { target: 'authorFamily', author: 1 }],
  ['نام خانوادگی', { target: 'authorFamily' }],
])('%s says what it is', (heading, meaning) => expect(headingMeaning(heading)).toEqual(meaning));

test.each(['Nama', 'Имя', '姓名', 'Durum', 'Статус', '备注'])('%s alone has no field', (heading) =>
  expect(headingMeaning(heading)).toBeNull(),
);

describe('months', () => {
  test.each([
    'Mei',
    'Mayıs',
    'MAYIS',
    'maj',
    'maja',
    'мая',
    'травень',
    'května',
    'maggio',
    'mei',
    'مه',
    'مايو',
    'أيار',
    '5月',
    '５月',
    '五月',
    '5월',
    '٥',
    '۵',
    'พฤษภาคม',
  ])('%s is the fifth', (month) => expect(monthNumber(month)).toBe(5));

  test.each([
    '2024年5月17日',
    '2024년 5월 17일',
    '2024. 5. 17.',
    '17 травня 2024',
    '١٧ مايو ٢٠٢٤',
    '१७ मई २०२४',
  ])('%s is a date', (text) => expect(readDate(text)).toEqual({ year: '2024', month: '5', day: '17' }));
});

test.each(['2020-13-45', '2019-2020', 'Q1 2020', '2020-W12', 'Spring 2020', 'May–June 2020'])(
  'what %s says beside the year is named',
  (text) => expect(yearAndMonth(text)).toEqual({ year: text.match(/\d{4}/)![0], month: text }),
);

test.each(['2020', '[2020]', 'c2020', '2020-00-00', '2020-XX'])('%s says no more than the year', (text) =>
  expect(yearAndMonth(text)).toEqual({ year: '2020', month: '' }),
);

/** The members of a table of one row, and its notes as text. */
async function rowOf(columns: Record<string, string>) {
  const cells = (list: string[]) => list.map((cell) => `"${cell}"`).join(',');
  const [item] = await readTableText(`${cells(Object.keys(columns))}\n${cells(Object.values(columns))}\n`);
  if (!item || !('record' in item)) throw new Error(JSON.stringify(item));
  return { bibjson: item.record.bibjson as Record<string, unknown>, notes: item.notes };
}

test.each([
  [{ عنوان: 'خاک آرام', سال: '۱۴۰۲', ماه: 'مهر' }, '2023', undefined, 'solarHijri'],
  [{ عنوان: 'خاک آرام', سال: '۱۴۰۲', ماه: '۱۲' }, '2024', undefined, 'solarHijri'],
  [{ عنوان: 'خاک آرام', 'تاریخ انتشار': '۱۴۰۲/۰۷/۱۵' }, '2023', '10', 'solarHijri'],
  [{ عنوان: 'خاک آرام', 'تاریخ انتشار': '۱۵ مهر ۱۴۰۲' }, '2023', '10', 'solarHijri'],
  [{ عنوان: 'خاک آرام', سال: '۱۴۰۲' }, undefined, undefined, 'solarHijri'],
  [{ عنوان: 'خاک آرام', سال: '۱۴۰۲', ماه: 'دی' }, undefined, undefined, 'solarHijri'],
  [{ عنوان: 'خاک', سال: '١٤٤٥', ماه: 'رمضان' }, undefined, undefined, 'hijri'],
  [{ Title: 'ดินเงียบ', Year: '๒๕๖๗', Month: 'พฤษภาคม' }, '2024', '5', 'buddhist'],
  [{ 標題: '土壤', 年份: '民國113年', 月份: '5月' }, '2024', '5', 'minguo'],
  [{ 論文名: '土壌', 発行年: '令和６年', 発行月: '５月' }, '2024', '5', 'era'],
])('%o has a year of another calendar', async (columns, year, month, calendar) => {
  const { bibjson, notes } = await rowOf(columns as Record<string, string>);
  expect([bibjson.year, bibjson.month]).toEqual([year, month]);
  const note = notes.find(({ params }) => JSON.stringify(params).includes(`import.calendar.${calendar}`));
  expect(note?.key).toBe(year === undefined ? 'import.note.otherCalendar' : 'import.note.convertedDate');
});

test('a year that no script tells the calendar of is named', async () => {
  const { bibjson, notes } = await rowOf({ Title: 'Soil', Year: '2567' });
  expect(bibjson.year).toBeUndefined();
  expect(notes).toContainEqual(msg('import.note.implausibleYear', { text: '2567' }));
});

test('digits of every script are numbers, except in titles', async () => {
  const { bibjson, notes } = await rowOf({
    Title: 'Soil ۱۲',
    Year: '٢٠٢٤',
    Volume: '१२',
    Issue: '３',
    Pages: '۱۲–۱۹',
    'Print ISSN': '۲۳۴۵-۶۷۸۷',
    Keywords: 'خاک، آب',
  });
  expect(bibjson).toMatchObject({
    title: 'Soil ۱۲',
    year: '2024',
    keywords: ['خاک', 'آب'],
    identifier: [{ type: 'pissn', id: '2345-6787' }],
    journal: { volume: '12', number: '3', start_page: '12', end_page: '19' },
  });
  expect(notes).toEqual([]);
});
