import { settleScripts } from '../scripts.ts';
import { texFormula, texText } from './texText.ts';

/** `$x^2$`, `\\(x_1\\)` and `\\[x\\]`. Between amounts such as `$5 and $10` are a blank, and no sign of TeX. */
const formula =
  /(\${1,2})(?=[^$]*[\\^_{])([^\s$](?:[^$\n]{0,400}[^\s$])?)\1(?!\d)|\\\(([^\n]{1,400}?)\\\)|\\\[([^\n]{1,400}?)\\\]/g;

/** A text with its formulas in TeX written in one line; dollar signs of amounts stay. */
export function withFormulas(text: string): string {
  if (!/[$\\]/.test(text)) return text;
  const read = text.replace(formula, (_, _sign, inDollars, inBrackets, displayed) =>
    texFormula(String(inDollars ?? inBrackets ?? displayed)),
  );
  return read === text ? text : settleScripts(read);
}

/** A text with TeX in and outside of formulas (`H_{2}O`, `\\alpha`) as the import of files reads it; null if some stays. */
export function withoutTex(text: string): string | null {
  const read = withFormulas(text);
  const tex = /\\|[\^_]\{/.test(read)
    ? texText(read.replace(/(?<!\\)\$/g, '\\$').replace(/[\^_]\{[^{}]{0,200}\}/g, (script) => `$${script}$`))
    : read;
  return /\\[a-zA-Z([]|[\^_]\{/.test(tex) ? null : tex;
}
