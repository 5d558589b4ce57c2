import { lineOf, linesOf, type XmlElement } from '../xmlTree.ts';
import { headedLine, isHeadingOfWhole } from './headedLine.ts';

/** One line per paragraph; a section's title comes before its first paragraph. The heading "Abstract" is left out. */
export function abstractLines(element: XmlElement): string[] {
  const lines: string[] = [];
  const loose: XmlElement = { ...element, name: '', children: [] };
  const endLoose = () => lines.push(...linesOf({ ...loose, children: loose.children.splice(0) }));
  let heading = '';
  for (const child of element.children) {
    if (typeof child !== 'string' && child.name === 'title') {
      endLoose();
      heading = lineOf(child);
      if (isHeadingOfWhole(heading)) heading = '';
    } else if (typeof child !== 'string' && (child.name === 'p' || child.name === 'sec')) {
      endLoose();
      const [first = '', ...rest] = child.name === 'sec' ? abstractLines(child) : linesOf(child);
      lines.push(headedLine(heading, first), ...rest);
      heading = '';
    } else loose.children.push(child);
  }
  endLoose();
  if (heading !== '') lines.push(heading);
  return lines.filter((line) => line !== '');
}
