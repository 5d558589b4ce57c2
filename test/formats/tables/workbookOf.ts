import { zipBytes } from '../zipBytes.ts';

/** A zip file of texts by their names. */
export function zipOf(files: Record<string, string>): Buffer {
  return zipBytes(Object.entries(files).map(([name, content]) => ({ name, content })));
}

/** A workbook with the XML of each sheet's rows, by the sheets' names. */
export function workbookOf(
  sheets: Record<string, string>,
  {
    texts = [],
    styles = '',
    properties = '',
  }: { texts?: string[]; styles?: string; properties?: string } = {},
): Record<string, string> {
  const names = Object.keys(sheets);
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
  return {
    'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns:r="r">${properties}<sheets>${names
      .map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${names
      .map((_, at) => relation(`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`))
      .join(
        '',
      )}${relation('rIdS', 'sharedStrings', 'sharedStrings.xml')}${relation('rIdT', 'styles', '/xl/styles.xml')}</Relationships>`,
    'xl/sharedStrings.xml': `<sst>${texts.join('')}</sst>`,
    'xl/styles.xml': `<styleSheet>${styles}</styleSheet>`,
    ...Object.fromEntries(
      names.map((name, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `<worksheet><sheetData>${sheets[name]}</sheetData></worksheet>`,
      ]),
    ),
  };
}

/** A workbook whose cells are texts, by the sheets' names. */
export function textWorkbook(sheets: Record<string, readonly (readonly string[])[]>): Buffer {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const row = (cells: readonly string[]) => `<row>${cells.map(cell).join('')}</row>`;
  const rows = Object.entries(sheets).map(([name, lines]) => [name, lines.map(row).join('')]);
  return zipOf(workbookOf(Object.fromEntries(rows)));
}
