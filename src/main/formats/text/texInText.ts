import { settleScripts } from '../../../shared/text/scripts.ts';
import { withFormulas } from '../../../shared/text/tex/formulas.ts';
import { letterCommands, silent, symbolCommands } from '../../../shared/text/tex/texCommands.ts';
import { isKnownCommand, texFormula } from '../../../shared/text/tex/texText.ts';

/**
 * A formula in dollar signs without any sign of TeX, such as `$n = 3$` or `$k$-means`: amounts of money have a blank or
 * a digit beside the second sign, or a word between both.
 */
const plainFormula =
  /(?<![\w$\\])\$((?:[a-zA-Z]{1,2}'?|\d+(?:\.\d+)?)(?:[ ()=<>+*/,|-]{1,5}(?:[a-zA-Z]'?|\d+(?:\.\d+)?)?){0,12})\$(?![\w$])/g;
/** One with blanks inside its signs: `$ x^2 $`. */
const looseFormula = /(?<![\w$\\])\$ {1,3}([^\s$](?:[^$\n]{0,400}[^\s$])?) {1,3}\$(?![\w$])/g;
const accent = /\\(?:["'`^~=.]|[cdbtuvHkr](?=[\s{]))/.source;
/** A command, a group with a shape of letters, an accent in braces, an escaped sign, or the beginning of a script in braces. */
const command = new RegExp(
  [
    /(?<!\\)\\([a-zA-Z]{2,40})\*?/.source,
    /\{\\(?:em|it|bf|sc|rm|sf|tt|sl)\s[^{}]{0,300}\}/.source,
    `\\{${accent}\\s{0,3}\\{?\\\\?[a-zA-Z]{1,2}\\}?\\}`,
    `${accent}\\{\\\\?[a-zA-Z]{1,2}\\}`,
    /(?<!\\)\\[%&#_$]/.source,
    /(?<=[\p{L}\p{N})\]}])[\^_](?=\{)/u.source,
  ].join('|'),
  'gu',
);
const withTwoArguments = /^(?:\w?frac|nicefrac|flatfrac|\w?binom|overset|underset|stackrel|SI|qty)$/;
/** Characters of the arguments of a command. */
const maxArguments = 2_000;

/**
 * A text with its TeX written in one line: formulas, and known commands outside of them such as `\emph{Zea mays}` and
 * `\alpha`. What has no plain form stays as it is, and so do amounts of money and names of files.
 */
export function withTex(text: string): string {
  if (!/[$\\^_]/.test(text)) return text;
  const read = withCommands(
    withFormulas(text)
      .replace(looseFormula, (whole, inner: string) => (/[\\^{]|_\{/.test(inner) ? texFormula(inner) : whole))
      .replace(plainFormula, '$1'),
  );
  return read === text ? text : settleScripts(read);
}

function withCommands(text: string): string {
  if (!/\\|[\^_]\{/.test(text)) return text;
  let read = '';
  let from = 0;
  command.lastIndex = 0;
  for (let found = command.exec(text); found; found = command.exec(text)) {
    const end = endOfCommand(text, found[1], found.index + found[0].length, found.index);
    if (end === null) continue;
    // `{\\ss}`
    const isAlone = found[1] !== undefined && found.index > from;
    const inBraces = isAlone && text[found.index - 1] === '{' && text[end] === '}' ? 1 : 0;
    read += text.slice(from, found.index - inBraces) + texFormula(text.slice(found.index, end));
    from = end + inBraces;
    command.lastIndex = from;
  }
  return from === 0 ? text : read + text.slice(from);
}

/** The end of a command with its arguments; null for one that is not read. */
function endOfCommand(text: string, name: string | undefined, behind: number, start: number): number | null {
  const isScript = /[\^_]/.test(text[start]!);
  if (name === undefined) {
    const end = isScript ? argumentsEnd(text, behind) : behind;
    return isScript && end === behind ? null : end;
  }
  // The name of a file.
  if (/[a-zA-Z]:$/.test(text.slice(Math.max(0, start - 2), start))) return null;
  if (letterCommands.has(name) || symbolCommands.has(name))
    return scriptsEnd(text, text.startsWith('{}', behind) ? behind + 2 : behind);
  if (silent.has(name) || /^(?:begin|end)$/.test(name) || !isKnownCommand(name)) return null;
  const end = argumentsEnd(text, behind);
  if (text[end - 1] !== '}' || end === behind) return null;
  const isShort = withTwoArguments.test(name) && !/\}\s*\{/.test(text.slice(behind, end));
  return isShort ? null : scriptsEnd(text, end);
}

/** The end of the exponent and the index that follow a command: `\mathbb{R}^n`. */
function scriptsEnd(text: string, start: number): number {
  const script = /[\^_](?:[a-zA-Z\d](?![a-zA-Z\d])|(?=\{))/y;
  let end = start;
  for (let count = 0; count < 2; count++) {
    script.lastIndex = end;
    const found = script.exec(text)?.[0];
    if (found === undefined) break;
    const behind = found.length === 1 ? argumentsEnd(text, end + 1) : end + found.length;
    if (behind === end + 1) break;
    end = behind;
  }
  return end;
}

/** Where the arguments in braces and brackets end that begin there. */
function argumentsEnd(text: string, start: number): number {
  let end = start;
  for (let depth = 0, at = start; at < text.length && at - start < maxArguments; at++) {
    const sign = text[at];
    if (sign === '{' || (sign === '[' && depth === 0 && at === start)) depth++;
    else if ((sign === '}' || sign === ']') && depth > 0) {
      if (--depth === 0) end = at + 1;
    } else if (depth === 0) return end;
  }
  return end;
}
