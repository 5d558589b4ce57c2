import { headedLine } from './headedLine.ts';
import { plainText } from './plainText.ts';

/** Markers around a heading; no text contains these private-use characters. */
const [opening, closing] = ['\ue010', '\ue011'];
const wholeHeading = /\ue010[^\ue010\ue011]*\ue011/g;
const paragraphTag = /<(?:\w{1,20}:)?p(?:\s[^<>]*)?>/i;
const openTag = /<(?:(?:\w{1,20}:)?title|h[1-6])(?:\s[^<>]*)?>/gi;
const closeTag = /<\/(?:(?:\w{1,20}:)?title|h[1-6])\s{0,10}>/gi;

/** The text of an abstract in HTML or JATS markup, with each heading before the text that it belongs to. */
export function abstractText(markup: string): string {
  if (!markup.includes('<')) return plainText(markup);
  // Where paragraphs are marked up, line ends in them are layout of the file.
  const flowing = paragraphTag.test(markup) ? markup.replace(/\s+/g, ' ') : markup;
  const text = plainText(flowing.replace(openTag, `\n${opening}`).replace(closeTag, `${closing}\n`));
  if (!text.includes(opening)) return text.replaceAll(closing, '');
  const lines: string[] = [];
  let heading = '';
  const oneLineEach = text.replace(wholeHeading, (whole) => whole.replaceAll('\n', ' '));
  for (const line of oneLineEach.split('\n').map((one) => one.trim())) {
    if (line.startsWith(opening)) {
      lines.push(alone(heading));
      heading = line.replace(/[\ue010\ue011]/g, '').trim();
    } else if (line !== '') {
      lines.push(headedLine(heading, line));
      heading = '';
    }
  }
  return [...lines, alone(heading)].filter((line) => line !== '').join('\n');
}

/** A heading without text, unless it is the heading of the whole abstract. */
function alone(heading: string): string {
  return headedLine(heading, '') === '' ? '' : heading;
}
