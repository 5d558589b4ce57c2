import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encoded } from '../helpers/encoded.ts';
import { saying } from '../helpers/saying.ts';
import { textOf } from '../helpers/textOf.ts';
import { readText, titles } from './readText.ts';

const metadata = '<journal_metadata><full_title>J</full_title><issn>25773569</issn></journal_metadata>';

function deposit(
  body: string,
  { prolog = '<?xml version="1.0" encoding="UTF-8"?>\n', version = '4.4.0' } = {},
) {
  return `${prolog}<doi_batch xmlns="http://www.crossref.org/schema/${version}" version="${version}"><head></head><body>${body}</body></doi_batch>`;
}

function journal(...articles: string[]): string {
  return `<journal>${metadata}${articles.join('\n')}</journal>`;
}

function article(title: string, inner = ''): string {
  return `<journal_article><titles><title>${title}</title></titles>${inner}</journal_article>`;
}

async function bibjson(inner: string, around = metadata): Promise<Record<string, unknown>> {
  const read = await readText(deposit(`<journal>${around}${article('T', inner)}</journal>`));
  expect(read.problems).toEqual([]);
  return read.records[0]?.record.bibjson as Record<string, unknown>;
}

async function notes(inner: string, around = metadata): Promise<string[]> {
  return (
    await readText(deposit(`<journal>${around}${article('T', inner)}</journal>`))
  ).records[0]!.notes.map(textOf);
}

describe('a deposit', () => {
  test('is read with a default namespace, with a prefix and without any, in every version', async () => {
    const plain = deposit(journal(article('A')));
    const prefixed = plain.replace(/<(\/?)(?=[a-z])/g, '<$1cr:').replace('xmlns=', 'xmlns:cr=');
    for (const text of [
      plain,
      prefixed,
      plain.replace(/ xmlns="[^"]*"/, ''),
      deposit(journal(article('A')), { version: '5.4.0' }),
    ])
      expect(titles(await readText(text))).toEqual(['A']);
  });

  test('that was queried back is read in its wrapping', async () => {
    const record = (inner: string) => `<doi_record><crossref>${inner}</crossref></doi_record>`;
    const unixref = `<doi_records>${record(journal(article('A')))}${record('<error>No record</error>')}${record(journal(article('B')))}</doi_records>`;
    const read = await readText(unixref);
    expect(titles(read)).toEqual(['A', 'B']);
    expect(read.problems.map(({ index }) => index)).toEqual([2]);
    const unixsd = `<crossref_result xmlns="http://www.crossref.org/qrschema/3.0"><query_result><head/><body><query status="resolved"><doi>10.5555/a</doi>${record(journal(article('C')))}</query></body></query_result></crossref_result>`;
    expect((await readText(unixsd)).items).toMatchObject([{ index: 1, record: { bibjson: { title: 'C' } } }]);
    const broken = await readText(unixref.replace('<crossref><error>', '<crossref><e rror>'));
    expect(titles(broken)).toEqual(['A', 'B']);
  });

  test('gives each article the journal and issue it belongs to', async () => {
    const issue = (number: number, year: number) =>
      `<journal_issue><publication_date><month>21</month><year>${year}</year></publication_date><journal_volume><volume>${number}</volume></journal_volume><issue>${number}</issue></journal_issue>`;
    const { records } = await readText(
      deposit(
        `<journal>${metadata}${issue(1, 2001)}${article('A')}${article('B')}${issue(2, 2002)}${article('C')}</journal>` +
          `<journal><journal_metadata><full_title>K</full_title><issn media_type="print">1234-5679</issn></journal_metadata>${article('D')}</journal>`,
      ),
    );
    expect(records.map(({ record }) => record.bibjson)).toMatchObject([
      { title: 'A', year: '2001', journal: { title: 'J', volume: '1', number: '1' } },
      { title: 'B', year: '2001', identifier: [{ type: 'eissn', id: '2577-3569' }] },
      { title: 'C', year: '2002', journal: { volume: '2' } },
      { title: 'D', journal: { title: 'K' }, identifier: [{ type: 'pissn', id: '1234-5679' }] },
    ]);
    expect(records[3]?.record.bibjson).not.toHaveProperty('year');
    expect(records[0]?.record.bibjson).not.toHaveProperty('month');
    expect(records[0]?.notes.map(textOf).join()).toContain('“21”');
  });

  test('reports books, preprints and journals without articles instead of dropping them', async () => {
    const read = await readText(
      deposit(
        `<posted_content><titles><title>P</title></titles></posted_content>\n<journal>${metadata}</journal>\n${journal(article('A'))}<book><book_metadata/></book>`,
      ),
    );
    expect(titles(read)).toEqual(['A']);
    expect(read.problems.map(({ index, line }) => [index, line])).toEqual([
      [1, 2],
      [null, 3],
      [3, 4],
    ]);
    expect(textOf(read.problems[0]?.message)).toContain('posted_content');
  });
});

describe('the article of a deposit', () => {
  test('has a plain one-line title with the subtitle after a colon', async () => {
    const cases: [string, string][] = [
      ['Effects of CO<sub>2</sub> on <i>Zea  mays</i>\n growth', 'Effects of CO2 on Zea mays growth'],
      ['A &amp; B &#60;c&#x3e; <![CDATA[<d> & e]]>', 'A & B <c> <d> & e'],
      ['<![CDATA[R & D]]> &#38; x', 'R & D & x'],
      [
        'E = <mml:math>\n <mml:msup> <mml:mi>x</mml:mi> <mml:mn>2</mml:mn> </mml:msup>\n</mml:math> holds',
        'E = x² holds',
      ],
      ['Über naïve 中文 🌱', 'Über naïve 中文 🌱'],
      ['Main</title><subtitle>A <b>sub</b>title</subtitle><title>Other', 'Main: A subtitle'],
      ['Main:</title><subtitle>Sub</subtitle><title>Other', 'Main: Sub'],
      [
        'Main</title><subtitle>Sub</subtitle><title>Titre</title><subtitle>Sous-titre</subtitle><title>T',
        'Main: Sub',
      ],
      [
        'Main</title><original_language_title>Titre</original_language_title><subtitle>Sous-titre</subtitle><title>T',
        'Main',
      ],
    ];
    for (const [xml, text] of cases)
      expect(titles(await readText(deposit(journal(article(xml)))))).toEqual([text]);
  });

  test('has the abstract with one line per paragraph and section titles, without special abstracts', async () => {
    const xml =
      '<jats:abstract abstract-type="graphical"><jats:p>G</jats:p></jats:abstract>' +
      '<jats:abstract xml:lang="en"><jats:title>Abstract</jats:title>' +
      '<jats:sec><jats:title>Aims</jats:title><jats:p>First <jats:italic>in vivo</jats:italic>.</jats:p><jats:p>Second.</jats:p></jats:sec>' +
      '<jats:sec><jats:title>Why?</jats:title><jats:p>H<jats:sub>2</jats:sub>O<jats:list><jats:list-item><jats:p>one</jats:p></jats:list-item></jats:list></jats:p></jats:sec>' +
      '</jats:abstract>';
    expect((await bibjson(xml)).abstract).toBe('Aims: First in vivo.\nSecond.\nWhy? H2O\none');
    expect((await notes(xml)).join()).toContain('Another abstract');
    expect((await bibjson('<abstract>Loose <i>text</i> only</abstract>')).abstract).toBe('Loose text only');
    const formula =
      '<jats:abstract><jats:p>a <jats:alternatives><jats:tex-math>\\alpha</jats:tex-math><mml:math><mml:mi>α</mml:mi></mml:math></jats:alternatives> b</jats:p></jats:abstract>';
    expect((await bibjson(formula)).abstract).toBe('a α b');
  });

  test('has people and organisations in order, with other roles in a note', async () => {
    const xml = `<contributors>
      <person_name contributor_role="author" sequence="first"><given_name>Ada</given_name><surname>Byron</surname><suffix>Jr</suffix>
        <affiliation>Uni A</affiliation><affiliation>Uni B</affiliation><ORCID>http://orcid.org/0000-0002-1694-233x</ORCID></person_name>
      <organization contributor_role="author" sequence="additional">WHO Group</organization>
      <person_name contributor_role="editor" sequence="first"><surname>Ed</surname></person_name>
      <person_name contributor_role="author" sequence="additional"><surname>Mononym</surname>
        <affiliations><institution><institution_name>Uni C</institution_name><institution_id type="ror">https://ror.org/1</institution_id></institution></affiliations></person_name>
      <anonymous contributor_role="author" sequence="additional"/>
    </contributors>`;
    expect((await bibjson(xml)).author).toEqual([
      { name: 'Ada Byron Jr', affiliation: 'Uni A', orcid_id: 'https://orcid.org/0000-0002-1694-233X' },
      { name: 'WHO Group' },
      { name: 'Mononym', affiliation: 'Uni C' },
    ]);
    const words = (await notes(xml)).join('\n');
    for (const part of ['Ada Byron Jr has 2', 'Ed (editor)', 'anonymous', 'For the organisations of Mononym'])
      expect(words).toContain(part);
  });

  test('has Chinese names in their order, without a remark on their parts', async () => {
    const xml =
      '<contributors><person_name contributor_role="author"><given_name>阳</given_name><surname>王</surname></person_name></contributors>';
    const print = '<journal_metadata><issn media_type="print">1234-5679</issn></journal_metadata>';
    expect((await bibjson(xml)).author).toEqual([{ name: '王阳' }]);
    expect(await notes(xml, print)).toEqual([]);
  });

  test('has its abstract without the heading of the whole and raised numbers of references', async () => {
    const xml =
      '<jats:abstract><jats:title>Abstrakt</jats:title><jats:p>Voda<jats:sup><jats:xref ref-type="bibr">7</jats:xref></jats:sup>.</jats:p></jats:abstract>';
    expect((await bibjson(xml)).abstract).toBe('Voda.');
    expect((await notes(xml)).join()).toContain('the abstract were left out: 7');
  });

  test('assigns its ISSNs as the file says or as can be inferred', async () => {
    const issns = (...list: string[]) => `<journal_metadata>${list.join('')}</journal_metadata>`;
    const print = '<issn media_type="print">1234-5679</issn>';
    const online = '<issn media_type="electronic">2345-6787</issn>';
    const bare = (id: string) => `<issn>${id}</issn>`;
    const cases: [string, unknown[]][] = [
      [issns(print, online), ['pissn 1234-5679', 'eissn 2345-6787']],
      [issns(online, bare('12345679')), ['pissn 1234-5679', 'eissn 2345-6787']],
      [issns(print, bare('23456787')), ['pissn 1234-5679', 'eissn 2345-6787']],
      [issns(bare('1234-567x')), ['eissn 1234-567X']],
      [issns(bare('1234-5679'), bare('2345-6787')), ['pissn 1234-5679', 'eissn 2345-6787']],
      [issns(online, online), ['eissn 2345-6787']],
      [issns(print, online, bare('3456-7894')), ['pissn 1234-5679', 'eissn 2345-6787']],
      [issns(), []],
    ];
    for (const [around, expected] of cases) {
      const list = ((await bibjson('<doi_data><doi>10.5555/x</doi></doi_data>', around)).identifier ??
        []) as { type: string; id: string }[];
      expect(list.slice(1).map(({ type, id }) => `${type} ${id}`)).toEqual(expected);
    }
  });

  test('prefers its online date and accepts an article number as pages', async () => {
    const date = (media: string, year: number) =>
      `<publication_date media_type="${media}"><month>05</month><year>${year}</year></publication_date>`;
    expect(await bibjson(date('print', 2001) + date('online', 2000))).toMatchObject({
      year: '2000',
      month: '5',
    });
    const number =
      '<publisher_item><item_number item_number_type="article-number">e12</item_number></publisher_item>';
    expect(await bibjson(number)).toMatchObject({ journal: { start_page: 'e12' } });
    const pages = `<pages><first_page>1</first_page><last_page>9</last_page><other_pages>12</other_pages></pages>${number}`;
    expect(await bibjson(pages)).toMatchObject({ journal: { start_page: '1', end_page: '9' } });
    expect((await notes(pages)).join()).toContain('e12');
  });

  test('has each address once with its type, without those meant for crawlers', async () => {
    const xml = `<doi_data><doi>10.1/x</doi><resource>https://x.org/a</resource>
      <collection property="crawler-based"><item crawler="iParadigms"><resource>https://x.org/crawl</resource></item></collection>
      <collection property="text-mining"><item><resource mime_type="application/pdf">https://x.org/a.pdf?a=1&amp;b=2</resource></item>
        <item><resource mime_type="text/xml">https://x.org/a.xml</resource></item><item><resource mime_type="text/html">https://x.org/a</resource></item></collection>
      <collection><item><resource>https://x.org/a.epub</resource></item></collection></doi_data>`;
    expect((await bibjson(xml)).link).toEqual([
      { type: 'fulltext', content_type: 'HTML', url: 'https://x.org/a' },
      { type: 'fulltext', content_type: 'PDF', url: 'https://x.org/a.pdf?a=1&b=2' },
      { type: 'fulltext', content_type: 'XML', url: 'https://x.org/a.xml' },
      { type: 'fulltext', content_type: 'ePUB', url: 'https://x.org/a.epub' },
    ]);
    expect((await notes(xml)).join()).toContain('crawlers');
  });

  test('mentions values that the directory cannot hold in a note', async () => {
    const xml =
      '<citation_list><citation key="1"/><citation key="2"/></citation_list><ai:program><ai:license_ref>x</ai:license_ref></ai:program>' +
      '<fr:program name="fundref"><fr:assertion name="funder_name">F</fr:assertion></fr:program><crossmark><crossmark_version>1</crossmark_version></crossmark>';
    const print = '<journal_metadata><issn media_type="print">1234-5679</issn></journal_metadata>';
    expect(await notes(xml, print)).toEqual([
      'Not imported (no matching field): 2 references, licence, funding, Crossmark data.',
    ]);
    expect(await notes('<citation_list/><citation_list> </citation_list>', print)).toEqual([]);
  });
});

describe('untrusted XML', () => {
  const bomb = `<?xml version="1.0"?>\n<!DOCTYPE doi_batch [\n<!ENTITY a "aaaaaaaaaa">\n${Array.from({ length: 12 }, (_, i) => `<!ENTITY a${i} "${`&a${i === 0 ? '' : i - 1};`.repeat(10)}">`).join('\n')}\n]>\n`;
  const external = '<!DOCTYPE doi_batch [<!ENTITY x SYSTEM "file:///etc/hostname">]>\n';
  const parameter = '<!DOCTYPE doi_batch [<!ENTITY % x SYSTEM "http://127.0.0.1:9/x.dtd"> %x;]>\n';

  test('entity bombs, external entities and declarations are refused with their line and never expanded', async () => {
    for (const [prolog, entity, line] of [
      [bomb, '&a11;', 2],
      [external, '&x;', 1],
      [parameter, '', 1],
    ] as const) {
      const read = await readText(deposit(journal(article(entity)), { prolog }));
      expect(read.records).toEqual([]);
      expect(read.problems).toEqual([{ index: null, line, message: saying(/document type/) }]);
    }
  });

  test('a document type without declarations is skipped and its entities stay unknown', async () => {
    const prolog = '<!DOCTYPE doi_batch SYSTEM "http://127.0.0.1:9/crossref.dtd">\n';
    const read = await readText(
      deposit(journal(article('A'), article('b&eacute;'), article('C')), { prolog }),
    );
    expect(titles(read)).toEqual(['A', 'C']);
    expect(read.problems).toEqual([{ index: 2, line: 3, message: saying(/Line 3/) }]);
  });

  test('nesting beyond the limit loses one article', async () => {
    const deep = `${'<i>'.repeat(100_000)}x${'</i>'.repeat(100_000)}`;
    const read = await readText(deposit(journal(article('A'), article(deep), article('C'))));
    expect(titles(read)).toEqual(['A', 'C']);
    expect(read.problems).toMatchObject([{ index: 2, line: 3, message: saying(/100 levels/) }]);
  });

  test('reading stops at 50 MB and keeps the articles before', async () => {
    const filler = `<!-- ${'x'.repeat(1_000_000)} -->`;
    const read = await readText(deposit(journal(article('A'), filler.repeat(51), article('C'))));
    expect(titles(read)).toEqual(['A']);
    expect(read.problems).toMatchObject([{ message: saying(/50 MB/) }]);
  });
});

describe('broken XML', () => {
  const damages: [string, string][] = [
    ['an end tag that is missing', article('<i>B')],
    ['an end tag too many', article('B</i>')],
    ['a bare ampersand', article('R & D')],
    ['a bare angle bracket', article('p < 0.05')],
    ['an attribute without quotes', article('B', '<pages a=1/>')],
    ['a control character', article('B\u0001')],
    ['an article that never ends', '<journal_article><titles><title>B</title></titles>'],
  ];
  for (const [what, text] of damages) {
    test(`${what} loses the article and keeps the others`, async () => {
      for (const pieceSize of [7, 1 << 20]) {
        const file = deposit(journal(article('A'), text, article('C'), article('D')));
        const read = await readText(file, { pieceSize });
        expect(titles(read)).toEqual(['A', 'C', 'D']);
        expect(read.problems).toMatchObject([{ index: 2, line: 3 }]);
        expect(read.records.at(-1)?.line).toBe(5);
      }
    });
  }

  test('a truncated file keeps the articles before the break', async () => {
    const whole = deposit(journal(article('A'), article('B')));
    for (let length = 1; length < whole.length; length++) {
      const part = whole.slice(0, length);
      const read = await readText(part);
      expect(read.records.length, part).toBe(part.split('</journal_article>').length - 1);
      expect(read.problems.length, part).toBe(1);
    }
    const cut = await readText(whole.slice(0, whole.indexOf('B</title>')));
    expect(cut.problems).toMatchObject([{ index: 2, line: 3 }]);
  });

  test('other XML, HTML and files without XML are named as such', async () => {
    expect(textOf((await readText('<feed><record/></feed>')).problems[0]?.message)).toContain('“feed”');
    expect(textOf((await readText('<!DOCTYPE html><html><body>')).problems[0]?.message)).toContain(
      'web page',
    );
    expect((await readText('<?xml version="1.0"?>\n')).problems).toHaveLength(1);
    expect(textOf((await readText(deposit(''))).problems[0]?.message)).toContain('no records');
  });
});

describe('encodings of XML', () => {
  const text = (encoding: string) =>
    deposit(journal(article('Café Łódź €'), article('B')), {
      prolog: `<?xml version="1.0" encoding="${encoding}"?>\n`,
    });

  test('every encoding is read as declared or marked, by any registered name', async () => {
    const western = text('windows-1252').replace('Łódź', 'Lodz');
    const files: [Buffer, string][] = [
      [Buffer.from(text('UTF-8')), 'Café Łódź €'],
      [Buffer.from(`\ufeff${text('utf-8')}`), 'Café Łódź €'],
      [Buffer.from(`\ufeff${text('UTF-16')}`, 'utf16le'), 'Café Łódź €'],
      [Buffer.from(`\ufeff${text('UTF-16')}`, 'utf16le').swap16(), 'Café Łódź €'],
      [Buffer.from(text('utf-16')), 'Café Łódź €'],
      [Buffer.from(text('ISO-8859-1').replace(' Łódź €', ''), 'latin1'), 'Café'],
      [Buffer.from(western.replace('€', '\u0080'), 'latin1'), 'Café Lodz €'],
      [encoded(text('UTF-32'), 'utf-32le'), 'Café Łódź €'],
      ...['cp1250', 'windows-1250', 'ISO-8859-2', 'csISOLatin2', 'latin2', 'l2'].map(
        (name): [Buffer, string] => [
          encoded(text(name).replace(' €', ''), name.includes('1250') ? 'cp1250' : 'iso-8859-2'),
          'Café Łódź',
        ],
      ),
      ...['ISO-8859-1', 'csISOLatin1', 'iso-ir-100', 'cp1252'].map((name): [Buffer, string] => [
        Buffer.from(text(name).replace(' Łódź €', ''), 'latin1'),
        'Café',
      ]),
      ...['US-ASCII', 'ISO646-US', 'ANSI_X3.4-1968', 'csASCII', 'us'].map((name): [Buffer, string] => [
        Buffer.from(text(name).replace('Café Łódź €', 'Cafe')),
        'Cafe',
      ]),
      [encoded(text('IBM850').replace(' Łódź €', ''), 'cp850'), 'Café'],
    ];
    for (const [bytes, title] of files)
      for (const pieceSize of [1, 1 << 20]) {
        const read = await readText(bytes, { pieceSize });
        expect(read.problems).toEqual([]);
        expect(titles(read)).toEqual([title, 'B']);
      }
  });

  test('unknown encodings are refused with a message', async () => {
    const read = await readText(text('EBCDIC-US'));
    expect(read.problems).toEqual([{ index: null, line: 1, message: saying(/EBCDIC-US/) }]);
  });

  test('Latin-1 declared as UTF-8 loses only the affected articles, each with its line', async () => {
    const bytes = Buffer.from(text('UTF-8').replace(' Łódź €', ''), 'latin1');
    for (const pieceSize of [1, 64, 1 << 20]) {
      const read = await readText(bytes, { pieceSize });
      expect(titles(read)).toEqual(['B']);
      expect(read.problems).toEqual([{ index: 1, line: 2, message: saying(/Line 2/) }]);
    }
  });
});

test('the result does not depend on how a deposit is split', async () => {
  const parts = fc.constantFrom(
    article('A &amp; 🌱'),
    article('<i>x'),
    '<!-- -->',
    article('B', '<jats:abstract><jats:p>p</jats:p></jats:abstract>'),
    '\r\n',
    '<![CDATA[x]]>',
    '</x>',
    '&nbsp;',
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(parts, { maxLength: 6 }),
      fc.integer({ min: 1, max: 90 }),
      async (body, pieceSize) => {
        const file = deposit(journal(...body));
        const whole = await readText(file);
        expect((await readText(file, { pieceSize })).items).toEqual(whole.items);
      },
    ),
    { numRuns: 300 },
  );
});
