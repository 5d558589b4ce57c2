/** The elements of HTML and JATS that fields of metadata have; others, such as `<r>` and `<Tc`, are text. */

/** Those whose end or beginning separates text. */
export const blockNames: readonly string[] =
  `address article aside blockquote br caption center dd div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li main
  nav ol p pre section table tbody td tfoot th thead tr ul sec title label list list-item disp-formula disp-quote
  break`.split(/\s+/);
/** Those whose text is left out. */
export const silentNames: readonly string[] = 'script style fn graphic pub-id issn isbn'.split(' ');
/** Those that leave their text in place. */
export const inlineNames: readonly string[] =
  `a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd mark nobr o q s samp small span strike strong
  time tt u var wbr bold italic monospace overline roman sans-serif sc styled-content underline ext-link
  inline-formula xref named-content abstract html body inline-graphic alternatives email uri scp`.split(
    /\s+/,
  );
/** The outermost elements of a formula; some files leave out `math`. */
export const mathNames: readonly string[] =
  `math semantics mi mn mo mrow msub msup msubsup munder mover munderover mfrac msqrt mroot mfenced mstyle mmultiscripts
  mtable mtext`.split(/\s+/);
