import { lineOf, linesOf, type XmlElement } from '../xml/xmlTree.ts';
import { headedLine, isHeadingOfWhole } from './headedLine.ts';

/** One line per paragraph; a section's title comes before its first paragraph. The heading "Abstract" is left out. */
export function abstractLines(element: XmlElement): string[] {
  const lines: string[] = [];
  let heading = '';
  const add = ([first = '', ...rest]: string[]) => {
    if (first === '') return;
    lines.push(headedLine(heading, first), ...rest);
    heading = '';
  };
  const loose: XmlElement = { ...element, name: '', children: [] };
  const endLoose = () => add(linesOf({ ...loose, children: loose.children.splice(0) }));
  for (const child of element.children) {
    if (typeof child !== 'string' && child.name === 'title') {
      endLoose();
      lines.push(heading);
      heading = lineOf(child);
      if (isHeadingOfWhole(heading)) heading = '';
    } else if (typeof child !== 'string' && (child.name === 'p' || child.name === 'sec')) {
      endLoose();
      add(child.name === 'sec' ? abstractLines(child) : linesOf(child));
    } else loose.children.push(child);
  }
  endLoose();
  lines.push(heading);
  return lines.filter((line) => line !== '');
}
