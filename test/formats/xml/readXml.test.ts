import { describe, expect, test } from 'vitest';
import { isRecord, type ReadItem } from '../../../src/main/formats/readRecord.ts';
import { readXml } from '../../../src/main/formats/xml/readXml.ts';
import { ordinaryXml, type XmlFormat } from '../../../src/main/formats/xml/xmlFormat.ts';
import { childOf, childrenOf, lineOf } from '../../../src/main/formats/xml/xmlTree.ts';
import { saying } from '../../helpers/saying.ts';
import { textOf } from '../../helpers/textOf.ts';
import { sourceFile } from '../sourceFile.ts';

const format: XmlFormat = {
  ...ordinaryXml,
  records: new Set(['article']),
  context: new Set(['volume']),
  groups: new Set(['issue']),
  skipped: new Set(['body', 'embed']),
  counted: new Set(['ref']),
  read: (article, context) =>
    article.attributes.get('status') === 'deleted'
      ? null
      : {
          record: {
            title: lineOf(childOf(article, 'title')),
            volume: lineOf(context.get('volume')),
            language: article.attributes.get('lang') ?? '',
            body: lineOf(childOf(article, 'body')),
            references: childrenOf(article, 'ref').length,
          },
          notes: [],
        },
};

async function read(xml: string | Uint8Array, pieceSize = 1 << 16): Promise<ReadItem[]> {
  const items: ReadItem[] = [];
  for await (const item of readXml(sourceFile(xml, { pieceSize }), format)) items.push(item);
  return items;
}

async function titles(xml: string | Uint8Array): Promise<unknown[]> {
  return (await read(xml)).map((item) => (isRecord(item) ? item.record.title : textOf(item.message)));
}

const article = (title: string, more = '') => `<article><title>${title}</title>${more}</article>`;

test('records have the context of their group, and skipped parts only as far as they are counted', async () => {
  const xml = `<x:issues xmlns:x="y"><x:issue><volume>3</volume><articles>
    <x:article xml:lang="fr"><title>A</title><body><p>Text</p><sec><ref>1</ref><ref>2<ref/></ref></sec></body></x:article>
    <article status="deleted"/></articles></x:issue>
    <x:issue>${article('B', '<ref/>')}</x:issue></x:issues>`;
  for (const pieceSize of [1, 7, 1 << 16])
    expect(await read(xml, pieceSize)).toMatchObject([
      { index: 1, line: 2, record: { title: 'A', volume: '3', language: 'fr', body: '', references: 3 } },
      { index: 2, line: 4, record: { title: 'B', volume: '', references: 1 } },
    ]);
});

test('white space before the XML declaration is passed over', async () => {
  const xml = `\n \r\n<?xml version="1.0"?>\n<issues>${article('A')}</issues>`;
  for (const pieceSize of [1, 1 << 16])
    expect(await read(xml, pieceSize)).toMatchObject([{ index: 1, line: 4, record: { title: 'A' } }]);
});

describe('references', () => {
  test('to characters, HTML and ISO names are resolved once', async () => {
    const cases = {
      'Caf&eacute; &#x3b1;&#946; &amp;eacute; &LT;': 'Café αβ &eacute; <',
      '&agr;&ohgr;&OHacgr;&idiagr; &b.alpha;&b.Omega;&b.piv;': 'αωΏΐ 𝛂𝛀𝛡',
      '&gcaron;&Hmacr;&franc;': 'ǧH̄₣',
      '<![CDATA[&eacute; &foo; & <b>]]>': '&eacute; &foo; & <b>',
      'A & B &c': 'A & B &c',
    };
    for (const [xml, text] of Object.entries(cases)) expect(await titles(article(xml))).toEqual([text]);
  });

  test('that are unknown stay visible, with a note', async () => {
    const [record] = await read(
      article('&corp; &toString; &#x1f; &#1114112;&#99999999;&#xd800; <i a="&bar;"/>'),
    );
    expect(record).toMatchObject({
      record: { title: '&corp; &toString; &#x1f; &#1114112;&#99999999;&#xd800;' },
      notes: [saying(/&corp;, &toString;, &#x1f;, &#1114112;, &#99999999;, &#xd800;, &bar;/)],
    });
  });

  test('to control characters, and these themselves, are the signs of Windows-1252', async () => {
    expect(await titles(article('12&#150;19, it&#x92;s &#0128; &#120;'))).toEqual(['12–19, it’s € x']);
    // What libraries put around an article that does not count in sorting.
    expect(await titles(article('\x98Die\x9c Zukunft, &#152;Der&#x9C; Berg'))).toEqual([
      'Die Zukunft, Der Berg',
    ]);
    expect(await titles(article('12\u009619, it\u0092s'))).toEqual(['12–19, it’s']);
    expect(await titles(article('a&#133;b\u0085c\u0081'))).toEqual(['a\u0085b\u0085c\u0081']);
  });

  test('to entities of the document type are not applied, and no document type is fetched', async () => {
    const type =
      '<!DOCTYPE article SYSTEM "http://127.0.0.1:1/a.dtd" [<!ENTITY corp "x"><!ENTITY x SYSTEM "file:///etc/passwd">]>';
    expect(await titles(`${type}${article('&corp;&x;')}`)).toEqual(['&corp;&x;']);
  });
});

describe('broken XML', () => {
  test('loses a record and keeps the others', async () => {
    const broken = [
      '<article><title>',
      '<article a=1>',
      '</b>',
      '<article><title></article>',
      '<article><1>',
    ];
    for (const part of broken) {
      const all = await titles(`<issues>${article('A')}${part}${article('B')}${article('C')}</issues>`);
      expect([all[0], ...all.slice(-2)]).toEqual(['A', 'B', 'C']);
      expect(all.length).toBeGreaterThan(3);
    }
  });

  test('that begins a record within another keeps its attributes', async () => {
    const items = await read(
      `<issues><article><body><article xml:lang="a&quot;&lt;"><title>B</title></article></issues>`,
    );
    expect(items[1]).toMatchObject({ record: { title: 'B', language: 'a"<' } });
  });

  test('at the end is reported for the record or the file', async () => {
    expect(await titles(`<issues>${article('A')}<article><title>B`)).toEqual([
      'A',
      expect.stringContaining('middle'),
    ]);
    expect(await titles(`<issues>${article('A')}`)).toEqual(['A', expect.stringContaining('incomplete')]);
    expect(await titles('<?xml version="1.0"?>')).toEqual([expect.stringContaining('no XML')]);
  });

  test('and control characters are left out', async () => {
    expect(await titles(article('A\u0000\u000b\ufffeB'))).toEqual(['AB']);
  });
});

describe('limits', () => {
  test('give up a record with too many levels or attributes', async () => {
    const deep = article('deep', '<a>'.repeat(199) + '</a>'.repeat(199));
    const tooDeep = article('deep', '<a>'.repeat(200) + '</a>'.repeat(200));
    expect(
      await titles(`<issues>${article('A')}${deep.replace('<a>', '')}${article('B')}</issues>`),
    ).toHaveLength(4);
    const all = await titles(`<issues>${article('A')}${tooDeep}${article('B')}</issues>`);
    expect(all).toEqual(['A', expect.stringContaining('200 levels'), 'B']);
    const many = Array.from({ length: 10_001 }, (_, at) => `a${at}="1"`).join(' ');
    const next = article('B').replace('<article', '<article lang="en"');
    expect(await titles(`<issues>${article('A', `<b ${many}/>`)}${next}</issues>`)).toEqual([
      expect.stringContaining('too many attributes'),
      'B',
    ]);
  });

  test('do not concern an embedded file, which is not kept in memory', async () => {
    const embedded = `<embed>${'QUJD\n'.repeat(3_000_000)}</embed>`;
    const items = await read(`<issues>${article('A', embedded)}\n${article('B')}</issues>`);
    expect(items).toMatchObject([{ record: { title: 'A' } }, { record: { title: 'B' }, line: 3_000_002 }]);
  });
});

test('encodings are read as marked or declared', async () => {
  const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>${article('Żółć Я')}`;
  const files = [
    Buffer.from(declared('UTF-8')),
    Buffer.from(`\ufeff${declared('UTF-16')}`, 'utf16le'),
    Buffer.from(`\ufeff${declared('UTF-16')}`, 'utf16le').swap16(),
    Buffer.from(declared('UTF-16'), 'utf16le'),
  ];
  for (const file of files) expect(await titles(file)).toEqual(['Żółć Я']);
  const polish =
    '<?xml version="1.0" encoding="iso-8859-2"?><article><title>\xbf\xf3\xb3\xe6</title></article>';
  expect(await titles(Buffer.from(polish, 'latin1'))).toEqual(['żółć']);
  const russian = "<?xml version='1.0' encoding='windows-1251'?><article><title>\xdf</title></article>";
  expect(await titles(Buffer.from(russian, 'latin1'))).toEqual(['Я']);
  const wrong = Buffer.from(article('\xdf'), 'latin1');
  expect(
    await titles(Buffer.concat([Buffer.from('<issues>'), wrong, Buffer.from(`\n${article('B')}</issues>`)])),
  ).toEqual([expect.stringContaining('do not fit'), 'B']);
});

test('bytes that do not fit another encoding than UTF-8 cost only their record', async () => {
  const file = `<issues>\n${article('A')}\n${article('x?')}\n${article('C')}</issues>`;
  const utf16 = Buffer.from(`\ufeff${file.replace('?', '\ud800')}`, 'utf16le');
  const japanese = '<?xml version="1.0" encoding="Shift_JIS"?>';
  const files = [
    utf16,
    Buffer.from(utf16).swap16(),
    Buffer.from(japanese + file.replace('?', '\xff'), 'latin1'),
  ];
  for (const bytes of files)
    expect(await titles(bytes)).toEqual(['A', expect.stringContaining('Line 3 contains bytes'), 'C']);
});

test('what stands before the XML declaration is passed over', async () => {
  const declared = `<?xml version="1.0" encoding="iso-8859-1"?>\n<issues>${article('A')}\n${article('\xc9')}</issues>`;
  const blank = Buffer.from(`\n  \n${declared}`, 'latin1');
  expect(await read(blank)).toMatchObject([
    { index: 1, line: 4, record: { title: 'A' } },
    { index: 2, line: 5, record: { title: '\xc9' } },
  ]);
  const message = '\n<br />\n<b>Warning</b>: a < b\n';
  for (const bytes of [
    Buffer.from(message + declared),
    Buffer.from(`\ufeff${message}${declared}`, 'utf16le'),
  ])
    expect(await read(bytes)).toMatchObject([
      { index: null, line: 2, message: saying(/Line 2 contains text before/) },
      { index: 1, line: 5, record: { title: 'A' } },
      { index: 2, line: 6 },
    ]);
  const quoted = '<?xml version="1.0"?>';
  expect(await titles(`<issues>${article(`<![CDATA[${quoted}]]>`)}</issues>`)).toEqual([quoted]);
});
