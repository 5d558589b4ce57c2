/** BibTeX counts escaped braces, too, so a single one must be a command. */
const commands: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\textbraceleft{}',
  '}': '\\textbraceright{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  $: '\\$',
  '&': '\\&',
  '#': '\\#',
  '%': '\\%',
  _: '\\_',
  '`': '\\textasciigrave{}',
};

/** Text for a BibTeX value: special characters become commands, and characters that TeX would join stay apart. */
export function escapeTex(text: string): string {
  return text.replace(/[\\{}~^$&#%_`]/g, (sign) => commands[sign]!).replace(/([-'])(?=\1)/g, '$1{}');
}

/** An address or identifier for a BibTeX value, where programs do not interpret commands. */
export function verbatimTex(text: string): string {
  return text.replace(/[\\{}\s]/g, encodeURIComponent);
}
