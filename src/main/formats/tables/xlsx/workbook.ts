import { posix } from 'node:path';
import { msg } from '../../../../shared/message.ts';
import { megabytes } from '../../readRecord.ts';
import { localName } from '../../xml/xmlTree.ts';
import { WrongEntry } from '../../zip/readZipEntry.ts';
import { RichText } from './richText.ts';
import { TextStore } from './textStore.ts';
import type { WorkbookZip } from './workbookZip.ts';
import { type PartHandler, readPart } from './xmlPart.ts';

/** What a number format shows of a date: its day, only parts of it, a time of day, or hours beyond a day. */
export type DateStyle = 'day' | 'yearAndMonth' | 'year' | 'month' | 'time' | 'hours';

/** The parts of a workbook that the rows of all its sheets need. */
export interface Workbook {
  sheets: readonly { name: string; path: string; isHidden: boolean }[];
  texts: TextStore;
  /** By style number; null if the style does not show a number as a date. */
  dateStyles: readonly (DateStyle | null)[];
  /** Days are counted from 1904 instead of 1900. */
  is1904: boolean;
}

/** The shared texts of a workbook are kept in memory. */
const maxTextBytes = 250_000_000;
const maxSheets = 1_000;
const mainPath = 'xl/workbook.xml';

/** Reads the parts of a workbook that come before its sheets; throws `WrongEntry` if they are broken. */
export async function readWorkbook(zip: WorkbookZip): Promise<Workbook> {
  const { sheets, is1904 } = await readSheets(zip);
  const relations = await readRelations(zip);
  const ofType = (type: string) => relations.filter((relation) => relation.type === type);
  const worksheets = new Map(ofType('worksheet').map(({ id, path }) => [id, path]));
  return {
    sheets: sheets.flatMap(({ name, id, isHidden }) => {
      const path = worksheets.get(id);
      return path === undefined ? [] : [{ name, path, isHidden }];
    }),
    texts: await readTexts(zip, ofType('sharedStrings')[0]?.path),
    dateStyles: await readDateStyles(zip, ofType('styles')[0]?.path),
    is1904,
  };
}

async function readWhole(
  zip: WorkbookZip,
  path: string | undefined,
  handler: Partial<PartHandler>,
): Promise<boolean> {
  if (path === undefined || !zip.has(path)) return false;
  const nothing = () => undefined;
  const all = {
    open: handler.open ?? nothing,
    close: handler.close ?? nothing,
    text: handler.text ?? nothing,
  };
  for await (const _ of readPart(zip.read(path), all));
  return true;
}

async function readSheets(
  zip: WorkbookZip,
): Promise<{ sheets: { name: string; id: string; isHidden: boolean }[]; is1904: boolean }> {
  const sheets: { name: string; id: string; isHidden: boolean }[] = [];
  let is1904 = false;
  const isFound = await readWhole(zip, mainPath, {
    open: (name, attributes) => {
      const local = byLocalName(attributes);
      if (name === 'workbookPr') is1904 = isTrue(local.get('date1904'));
      if (name === 'sheet' && sheets.length < maxSheets)
        sheets.push({
          name: local.get('name') ?? '',
          id: local.get('id') ?? '',
          isHidden: /hidden$/i.test(local.get('state') ?? ''),
        });
    },
  });
  if (!isFound) throw new WrongEntry(msg('import.read.zipDamaged'));
  return { sheets, is1904 };
}

interface Relation {
  id: string;
  /** The last part of the relationship's address: `worksheet`, `sharedStrings`, `styles`. */
  type: string;
  path: string;
}

async function readRelations(zip: WorkbookZip): Promise<Relation[]> {
  const relations: Relation[] = [];
  await readWhole(zip, 'xl/_rels/workbook.xml.rels', {
    open: (name, attributes) => {
      if (name !== 'Relationship') return;
      const { Id = '', Type = '', Target = '' } = attributes;
      const path = Target.startsWith('/') ? Target.slice(1) : posix.join('xl', Target);
      relations.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), path });
    },
  });
  return relations;
}

/** The texts that cells refer to by number. */
async function readTexts(zip: WorkbookZip, path: string | undefined): Promise<TextStore> {
  const texts = new TextStore();
  const rich = new RichText();
  await readWhole(zip, path, {
    open: (name, attributes) => rich.open(name, attributes),
    text: (text) => rich.text(text),
    close: (name) => {
      if (name === 'si') texts.add(rich.take());
      else rich.close(name);
      if (texts.bytes > maxTextBytes)
        throw new WrongEntry(msg('import.read.zipTooLarge', { size: megabytes(maxTextBytes) }));
    },
  });
  return texts;
}

async function readDateStyles(zip: WorkbookZip, path: string | undefined): Promise<(DateStyle | null)[]> {
  const formats = new Map<number, DateStyle | null>();
  const styles: (DateStyle | null)[] = [];
  let isInCells = false;
  await readWhole(zip, path, {
    open: (name, attributes) => {
      if (name === 'numFmt')
        formats.set(Number(attributes.numFmtId), dateStyleOf(attributes.formatCode ?? ''));
      else if (name === 'cellXfs') isInCells = true;
      else if (name === 'xf' && isInCells) {
        const id = Number(attributes.numFmtId ?? 0);
        const own = formats.get(id);
        styles.push(own === undefined ? builtInStyle(id) : own);
      }
    },
    close: (name) => {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  return styles;
}

/** Built-in formats, whose codes are not in the file (ECMA-376, 18.8.30). */
function builtInStyle(id: number): DateStyle | null {
  if (id === 17) return 'yearAndMonth';
  if (id === 46) return 'hours';
  if ((id >= 18 && id <= 21) || id === 45 || id === 47) return 'time';
  return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58) ? 'day' : null;
}

/** By the signs of a format for parts of a date outside quotation marks, escapes and colours. */
function dateStyleOf(code: string): DateStyle | null {
  const [positive = ''] = code.slice(0, 500).split(';');
  const signs = positive.replace(/"[^"]*"|\\.|_.|\*.|\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, '');
  if (/general/i.test(signs) || !/[ymdhs]/i.test(signs)) return null;
  if (/d/i.test(signs)) return 'day';
  if (/y/i.test(signs)) return /m/i.test(signs) ? 'yearAndMonth' : 'year';
  if (/\[/.test(signs)) return 'hours';
  return /[hs]/i.test(signs) ? 'time' : 'month';
}

function byLocalName(attributes: Record<string, string>): Map<string, string> {
  return new Map(Object.entries(attributes).map(([name, value]) => [localName(name), value]));
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}
