/** Letters that are commands in LaTeX, in pairs of name and letter. */
const letters = `
ss ß SS ẞ ae æ AE Æ oe œ OE Œ o ø O Ø l ł L Ł i ı j ȷ aa å AA Å dh ð DH Ð th þ TH Þ dj đ DJ Đ ng ŋ NG Ŋ textschwa ə imath ı
jmath ȷ textcrh ħ textcrb ƀ texthtd ɗ textepsilon ε textopeno ɔ ij ĳ IJ Ĳ eth ð thorn þ textglotstop ʔ Dbar Đ dbar đ cprime ′ cdprime ″ lasp ʿ rasp ʾ`;

/** Greek letters, signs and spaces: pairs of name and sign. */
const symbols = `
alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ varkappa ϰ lambda λ mu μ
nu ν xi ξ omicron ο pi π varpi ϖ rho ρ varrho ϱ sigma σ varsigma ς tau τ upsilon υ phi φ varphi φ chi χ psi ψ omega ω
Alpha Α Beta Β Gamma Γ Delta Δ Epsilon Ε Zeta Ζ Eta Η Theta Θ Iota Ι Kappa Κ Lambda Λ Mu Μ Nu Ν Xi Ξ Omicron Ο Pi Π Rho Ρ
Sigma Σ Tau Τ Upsilon Υ Phi Φ Chi Χ Psi Ψ Omega Ω varGamma Γ varDelta Δ varOmega Ω
textalpha α textbeta β textgamma γ textdelta δ textepsilongreek ε textzeta ζ texteta η texttheta θ textiota ι textkappa κ
textlambda λ textmugreek μ textnu ν textxi ξ textpi π textrho ρ textsigma σ texttau τ textupsilon υ textphi φ textchi χ
textpsi ψ textomega ω textGamma Γ textDelta Δ textTheta Θ textLambda Λ textXi Ξ textPi Π textSigma Σ textPhi Φ textPsi Ψ
textOmega Ω upalpha α upbeta β upgamma γ updelta δ upepsilon ε upmu μ uppi π upomega ω upsigma σ uptau τ uplambda λ
textendash – textemdash — textquoteleft ‘ textquoteright ’ textquotedblleft “ textquotedblright ” textquotedbl " textquotesingle '
lq ‘ rq ’ glqq „ grqq “ glq ‚ grq ‘ flqq « frqq » flq ‹ frq › quotedblbase „ quotesinglbase ‚ guillemotleft « guillemotright »
guillemetleft « guillemetright » guilsinglleft ‹ guilsinglright › og « fg » ldots … dots … textellipsis … cdots ⋯ dotsc … dotsb ⋯
vdots ⋮ ddots ⋱ S § P ¶ textsection § textparagraph ¶ copyright © textcopyright © textregistered ® texttrademark ™
pounds £ textsterling £ euro € texteuro € EUR € textyen ¥ yen ¥ textcent ¢ textdollar $ textcurrency ¤ textwon ₩ textrupee ₹
textdegree ° degree ° degreeCelsius ℃ textcelsius ℃ celsius ℃ textmu µ micro µ ohm Ω textohm Ω textpm ± texttimes × textdiv ÷
textlnot ¬ textonehalf ½ textonequarter ¼ textthreequarters ¾ textonesuperior ¹ texttwosuperior ² textthreesuperior ³
textordfeminine ª textordmasculine º textperthousand ‰ textpertenthousand ‱ permil ‰ textnumero № textestimated ℮
textasciitilde ~ textasciicircum ^ textasciigrave \` textasciiacute ´ textasciidieresis ¨ textasciimacron ¯ textbackslash \\
textbar | textbardbl ‖ textless < textgreater > textunderscore _ textbraceleft { textbraceright } textasteriskcentered ∗
textbullet • textperiodcentered · textdagger † textdaggerdbl ‡ dag † ddag ‡ dagger † ddagger ‡ textexclamdown ¡
textquestiondown ¿ textinterrobang ‽ textleftarrow ← textrightarrow → textuparrow ↑ textdownarrow ↓
textminus − textmusicalnote ♪ textmale ♂ textfemale ♀ male ♂ female ♀ mars ♂ venus ♀ checkmark ✓ textcheckmark ✓
slash / backslash \\ lbrace { rbrace } lbrack [ rbrack ] vert | mid ∣ Vert ‖ parallel ∥ langle ⟨ rangle ⟩ lfloor ⌊ rfloor ⌋
lceil ⌈ rceil ⌉ colon : prime ′ circ ° bullet • cdot · cdotp · centerdot · star ⋆ ast ∗ times × div ÷ pm ± mp ∓ oplus ⊕ otimes ⊗
le ≤ leq ≤ leqslant ≤ lesssim ≲ ge ≥ geq ≥ geqslant ≥ gtrsim ≳ ll ≪ gg ≫ lt < gt > ne ≠ neq ≠ equiv ≡ sim ∼ simeq ≃
approx ≈ cong ≅ propto ∝ infty ∞ partial ∂ nabla ∇ sum ∑ prod ∏ int ∫ oint ∮ surd √ forall ∀ exists ∃ in ∈ notin ∉ ni ∋
subset ⊂ supset ⊃ subseteq ⊆ supseteq ⊇ cup ∪ cap ∩ emptyset ∅ varnothing ∅ setminus ∖ wedge ∧ vee ∨ land ∧ lor ∨ neg ¬ lnot ¬
perp ⊥ angle ∠ triangle △ square □ Box □ diamond ⋄ Diamond ◇ hbar ℏ hslash ℏ ell ℓ wp ℘ Re ℜ Im ℑ aleph ℵ therefore ∴ because ∵
leftarrow ← gets ← rightarrow → to → longrightarrow ⟶ longleftarrow ⟵ leftrightarrow ↔ uparrow ↑ downarrow ↓ updownarrow ↕
Leftarrow ⇐ Rightarrow ⇒ Leftrightarrow ⇔ iff ⇔ implies ⇒ mapsto ↦ nearrow ↗ searrow ↘ swarrow ↙ nwarrow ↖
rightleftharpoons ⇌ leftrightharpoons ⇋ models ⊨ vdash ⊢ dashv ⊣ top ⊤ bot ⊥ natural ♮ sharp ♯ flat ♭ heartsuit ♡ spadesuit ♠
hyphen - quotedbl " lVert ‖ rVert ‖ lvert | rvert | xrightarrow → oiint ∯ iint ∬ iiint ∭ coloneqq ≔ LaTeX LaTeX TeX TeX BibTeX BibTeX
XeTeX XeTeX log log ln ln exp exp sin sin cos cos tan tan max max min min lim lim det det Pr Pr
arcsin arcsin arccos arccos arctan arctan sinh sinh cosh cosh tanh tanh arg arg dim dim gcd gcd inf inf ker ker sup sup
newline ⏎ par ⏎ quad ␣ qquad ␣ enspace ␣ thinspace ␣ space ␣ nobreakspace ␣ textnonbreakinghyphen ${'\u2011'}`;

export const letterCommands = table(letters);
export const symbolCommands = table(symbols);

/** Pairs of name and sign; white space is written as a placeholder sign. */
function table(text: string): ReadonlyMap<string, string> {
  const blanks: Record<string, string> = { '\u23ce': '\n', '\u2423': ' ' };
  const words = text.trim().split(/\s+/);
  const pairs = words.flatMap((name, at) => (at % 2 === 0 ? [[name, words[at + 1]!] as const] : []));
  return new Map(pairs.map(([name, sign]) => [name, blanks[sign] ?? sign]));
}

/** Combining characters for the accent commands of TeX and LaTeX; by a sign or by letters. */
export const accents: Record<string, string> = {
  '`': '\u0300',
  "'": '\u0301',
  '^': '\u0302',
  '~': '\u0303',
  '"': '\u0308',
  '=': '\u0304',
  '.': '\u0307',
  H: '\u030b',
  c: '\u0327',
  k: '\u0328',
  b: '\u0331',
  d: '\u0323',
  r: '\u030a',
  u: '\u0306',
  v: '\u030c',
  t: '\u0361',
  h: '\u0309',
  G: '\u030f',
  C: '\u030f',
  f: '\u0311',
  U: '\u030e',
  // Those of MathSciNet.
  polhk: '\u0328',
  soft: '\u030c',
  ocirc: '\u030a',
  udot: '\u0323',
  uarc: '\u0311',
  cftil: '\u0302\u0303',
  cfac: '\u0302\u0301',
  cfgrv: '\u0302\u0300',
  cfudot: '\u0302\u0323',
  textcommabelow: '\u0326',
  hat: '\u0302',
  widehat: '\u0302',
  check: '\u030c',
  tilde: '\u0303',
  widetilde: '\u0303',
  acute: '\u0301',
  grave: '\u0300',
  dot: '\u0307',
  ddot: '\u0308',
  breve: '\u0306',
  bar: '\u0304',
  mathring: '\u030a',
  vec: '\u20d7',
};
/** An accent over nothing, as in `\^{}`. */
export const bare: Record<string, string> = { '`': '`', "'": '\u00b4', '^': '^', '~': '~', '"': '\u00a8' };

/** Commands whose first argument is no text. */
export const silent = new Set(
  `cite citep citet citeauthor footnote footnotemark label ref pageref noopsort href textcolor color vspace hspace
  fontsize index bibinfo bibfield hypertarget hyperlink phantom vphantom hphantom`.split(/\s+/),
);
/** Commands that leave no trace: declarations, and those whose arguments are text. */
export const plain = new Set(
  `emph textit textbf textsc textrm textsf texttt textsl textmd textup textnormal text mbox hbox fbox uline
  mathrm mathbf mathit mathsf mathtt mathcal mathbb mathfrak mathscr mathnormal boldsymbol bm pmb operatorname
  protect relax
  em it bf sc rm sf tt sl itshape bfseries scshape upshape slshape rmfamily sffamily ttfamily mdseries normalfont
  tiny scriptsize footnotesize small normalsize large Large LARGE huge Huge left right big Big bigg Bigg bigl bigr
  limits nolimits displaystyle textstyle scriptstyle cal ensuremath ce cf chem textsl mkbibemph mkbibbold mkbibitalic
  selectlanguage foreignlanguage nocase nocite bibstring ignorespaces unskip leavevmode allowbreak nobreak noindent
  xspace hfill linebreak centering expandafter mathop mathrel mathbin mathord mathopen mathclose
  mathpunct middle nolinebreak nobreakspace`.split(/\s+/),
);
/** Commands in whose argument `_` and `^` are not text. */
export const mathGroups = new Set(['ensuremath', 'ce', 'cf', 'chem']);
/** The meanings of single signs after a backslash, other than themselves. */
export const signs: Record<string, string> = {
  '\\': ' ',
  ',': ' ',
  ';': ' ',
  ':': ' ',
  '>': ' ',
  ' ': ' ',
  '\n': ' ',
  '\t': ' ',
  '/': '',
  '-': '',
  '!': '',
  '@': '',
  '*': '',
  '+': '',
  '|': '\u2016',
};
