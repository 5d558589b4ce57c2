import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { readJats } from '../../../src/main/formats/jats/readJats.ts';
import { readPart } from '../../../src/main/formats/tables/xlsx/xmlPart.ts';
import { WrongEntry } from '../../../src/main/formats/zip/readZipEntry.ts';
import { readAll } from '../readAll.ts';

/** Pieces of XML as programs write it, and of what they write hardly ever or is wrong. */
const pieces = [
  ...['<a>', '</a>', '<b x="1">', '</b>', '<x:c/>', 'text', ' ', '\r\n', '&amp;', '&lt;', 'é', '😀'],
  ...['<a x="1" y="2">', '<a x="1" x="2">', "<b x='1'>", '<b  x="1" >', '<b x="&amp;">', '<b x="a>b">'],
  ...['<b x="a<b">', '<b x="\t">', '<é>', '</é>', '<b/ >', '</b >', '<toString constructor="1"/>'],
  ...['&#10;', '&eacute;', '&', ']]>', '<![CDATA[<a>]]>', '<!-- <b> -->', '<?pi <a>?>', '<!DOCTYPE a>', '<'],
  ...['\x01', '\ufffe', '\x85', '<?xml version="1.0"?>', '\ufeff', '<1>', '<>', '</>', '>', '"'],
];
const starts = [
  ...['', '\ufeff', '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n', ' <?xml version="1.0"?>'],
  ...['<?xml version="1.1"?>', '<?xml version="1.0"?><?xml version="1.0"?>', '<!-- -->', '\n', 'x', '</r>'],
];

const documents = fc
  .tuple(fc.constantFrom(...starts), fc.array(fc.constantFrom(...pieces), { maxLength: 8 }), fc.boolean())
  .map(([start, inner, isClosed]) => `${start}<r>${inner.join('')}${isClosed ? '</r>' : ''}`);

describe('reading plain XML', () => {
  it('gives the elements and texts that the parser gives', async () => {
    await fc.assert(
      fc.asyncProperty(documents, fc.integer({ min: 1, max: 30 }), async (xml, length) => {
        expect(await events(xml, length)).toEqual(eventsOfParser(xml));
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    ['<r><a x="1">b &amp; c</a><a/></r>\n', 7],
    ['<r><a>b<!-- c -->d</a><b>e</b></r>', 8],
    ['<r><a>b</a></r><!-- c -->', 5],
  ])('reads %s', async (xml, count) => {
    const found = await events(xml, 5);
    expect(found).toEqual(eventsOfParser(xml));
    expect(found).not.toContain('wrong');
    expect(found.length).toBe(count);
  });

  it.each(['<r></r><r></r>', '<r>]]></r>', '<r>\u0001</r>', '<r x="1" x="2"/>', '<r><a></r>', '<r>'])(
    'refuses %s',
    async (xml) => {
      expect((await events(xml, 100)).at(-1)).toBe('wrong');
    },
  );
});

const inRecords = [
  ...[
    '<article>',
    '</article>',
    '<title-group>',
    '</title-group>',
    '<article-title>Soil &amp; water</article-title>',
  ],
  ...['<front>', '</front>', '<article-meta>', '</article-meta>', '<body>', '</body>', '<volume>3</volume>'],
  ...[
    '\r\n',
    '\n',
    '\r',
    '<abstract><p>On &eacute; &#233; &#x1d6a0; &foo; &</p></abstract>',
    '<i>',
    '</i>',
    '&',
    '<',
  ],
  ...[
    '<!-- \n -->',
    '<![CDATA[&\n]]>',
    '<a x="1" x="2">',
    "<volume x='1'>4</volume>",
    '<a href="?a&b&amp;c"/>',
    '<b  />',
  ],
  ...[
    '<article xmlns:x="y" x:toString="1">',
    '<front><article-meta>',
    '</article-meta></front>',
    '>',
    ']]>',
    '\0',
  ],
];

describe('records in plain XML', () => {
  it('are those that the parser reads, with the same problems', async () => {
    const record =
      '<article><front><article-meta><title-group><article-title>Air</article-title></title-group></article-meta></front></article>';
    const records = fc
      .array(fc.oneof(fc.constant(record), fc.constantFrom(...inRecords)), { maxLength: 12 })
      .map((inner) => `<articles>${inner.join('')}</articles>`);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(
          '',
          '\n<!DOCTYPE articles SYSTEM "a.dtd">\r\n',
          '<!DOCTYPE a [<!ENTITY b "c">]>',
          '\n',
        ),
        records,
        fc.integer({ min: 10, max: 200 }),
        async (type, xml, pieceSize) => {
          // Another quotation mark is not plain.
          const [plain, other] = ['"', "'"].map((mark) => `<?xml version=${mark}1.0${mark}?>${type}${xml}`);
          const expected = await readAll(readJats, other!, { pieceSize });
          expect(await readAll(readJats, plain!, { pieceSize })).toEqual(expected);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

/** The elements and texts in their order; then whether the rest is wrong. */
async function events(xml: string, length: number): Promise<string[]> {
  const found = new Events();
  const bytes = Buffer.from(xml);
  async function* cut() {
    for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
  }
  try {
    for await (const _ of readPart(cut(), found));
  } catch (error) {
    if (!(error instanceof WrongEntry)) throw error;
    return found.wrong();
  }
  return found.all();
}

function eventsOfParser(xml: string): string[] {
  const found = new Events();
  const parser = new SaxesParser({ xmlns: false });
  let depth = 0;
  const fail = () => {
    throw new WrongEntry({ key: 'import.read.sheetBroken' });
  };
  parser.on('error', fail);
  parser.on('doctype', fail);
  parser.on('opentag', ({ name, attributes }) => {
    depth++;
    found.open(name.slice(name.indexOf(':') + 1), attributes);
  });
  parser.on('closetag', ({ name }) => {
    depth--;
    found.close(name.slice(name.indexOf(':') + 1));
  });
  parser.on('text', found.text);
  parser.on('cdata', found.text);
  try {
    parser.write(xml);
  } catch (error) {
    if (!(error instanceof WrongEntry)) throw error;
    return found.wrong();
  }
  return depth > 0 ? found.wrong() : found.all();
}

class Events {
  readonly #list: string[] = [];
  #text = '';
  #depth = 0;

  open = (name: string, attributes: Record<string, string>): void => {
    this.#endText();
    this.#depth++;
    this.#list.push(`<${name} ${JSON.stringify(Object.entries(attributes))}`);
  };

  close = (name: string): void => {
    this.#endText();
    this.#depth--;
    this.#list.push(`>${name}`);
  };

  /** White space around the root is no text. */
  text = (more: string): void => {
    if (this.#depth > 0) this.#text += more;
  };

  all(): string[] {
    this.#endText();
    return this.#list;
  }

  /** The text before what is wrong may be told or not. */
  wrong(): string[] {
    return [...this.#list, 'wrong'];
  }

  #endText(): void {
    if (this.#text !== '') this.#list.push(this.#text);
    this.#text = '';
  }
}
