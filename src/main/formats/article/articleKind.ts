import { type Message, msg } from '../../../shared/message.ts';
import { oneLine } from '../text/plainText.ts';

/** What a file says about the kind of an article: its type, or what another record is to it. */
export interface StatedKind {
  /** As the file has it: `retraction`, `Published Erratum`, `RetractionIn`. */
  text: string;
  /** True if it is said of a notice about this article: `updated-by` of Crossref. */
  isAboutThis?: boolean;
}

/** The kinds that editors must know of before they import an article. */
type Kind =
  | 'retracted'
  | 'withdrawn'
  | 'retraction'
  | 'correction'
  | 'concern'
  | 'corrected'
  | 'questioned'
  | 'editorial'
  | 'bookReview';

/** Of an article that was taken back, and of notices, which are no articles; the first that fits. */
const doubted: readonly Kind[] = ['retracted', 'withdrawn', 'retraction', 'concern', 'correction'];
const named: readonly Kind[] = ['questioned', 'corrected', 'editorial', 'bookReview'];

/** Types by their words, without case and signs between the words. */
const types: readonly [RegExp, Kind][] = [
  [
    /^(?:retracted(?: (?:article|publication|paper|chapter))?|retraction in|retraction forward|removed article)$/,
    'retracted',
  ],
  [
    /^(?:withdrawn(?: (?:article|publication|paper))?|withdrawal|article withdrawn|withdrawal of (?:article|publication))$/,
    'withdrawn',
  ],
  [
    /^(?:(?:partial )?retraction(?: (?:note|notice|of|of publication|notice of))?|removal|retracted article of)$/,
    'retraction',
  ],
  [/^(?:expression of concern(?: (?:for|notice))?|object of concern)$/, 'concern'],
  [/^(?:concern forward|expression of concern in)$/, 'questioned'],
  [
    /^(?:(?:published |author |publisher )?(?:corrections?|correction notice|errat(?:um|a)|corrigend(?:um|a)|addend(?:um|a))(?: (?:for|to|notice))?|corrected article of)$/,
    'correction',
  ],
  [
    /^(?:(?:erratum|correction|corrigendum) (?:in|forward)|corrected(?: and republished)? article)$/,
    'corrected',
  ],
  [/^(?:editorial(?: material)?|editorials|guest editorial|éditorial|leitartikel)$/, 'editorial'],
  [
    /^(?:(?:book|product|media) reviews?|book review article|review of book|review book|buchbesprechung(?:en)?|rezension(?:en)?|rese[ñn]as?|compte rendu|comptes rendus|resenha)$/,
    'bookReview',
  ],
];

/** What notices and articles that were taken back have in front of their titles, or alone. */
const titles: readonly [RegExp, Kind][] = [
  [
    /^[[(]?\s?(?:article )?(?:retracted|rétracté|retractado|zurückgezogen|ретрагирована|отозвана)(?: (?:article|publication|paper))?\s?(?:[\])]|[:.\u2013\u2014]|-\s)|[[(]retracted[\])]\.?$/iu,
    'retracted',
  ],
  [
    /^[[(]?\s?withdrawn(?: (?:article|publication|paper))?\s?(?:[\])]|[:.\u2013\u2014]|-\s)|^withdrawal(?: notice)?:/iu,
    'withdrawn',
  ],
  [
    /^(?:notice of )?(?:retraction|rétractation|retractación|retratação)(?: (?:note|notice))?(?: (?:to|of|for))?\s?(?::|$)|^retraction (?:note|notice)\b|^notice of retraction\b/iu,
    'retraction',
  ],
  [/^(?:editorial )?expression of concern\b/iu, 'concern'],
  [
    /^(?:(?:author|publisher) )?(?:corrections?|errat(?:um|a)|corrigend(?:um|a)|addend(?:um|a)|berichtigung|rectificatif|fe de erratas|corrección|correção)(?: (?:to|of|for|zu|à))?\s?(?::|$)|^(?:erratum|corrigendum)(?: (?:to|for|zu)\b|[.\s\u2013\u2014-])/iu,
    'correction',
  ],
  [/^(?:guest )?(?:editorial|éditorial)\s?(?::|$)/iu, 'editorial'],
  [/^(?:book reviews?|buchbesprechung|rezension|rese[ñn]a|compte rendu|resenha)\s?(?::|$)/iu, 'bookReview'],
];

/**
 * Why an article should not be imported unless the user wants it, and what it is otherwise; null and none for ordinary
 * ones. `read`: the stated texts that say so.
 */
export function articleKind(
  stated: readonly StatedKind[],
  titleTexts: readonly string[],
): { doubt: Message | null; notes: Message[]; read: string[] } {
  const statedKinds = stated.flatMap(kindsStated);
  const kinds = new Set([
    ...statedKinds.flatMap((one) => one.kinds),
    ...titleTexts.flatMap((text) => kindIn(titles, oneLine(text).slice(0, 300))),
  ]);
  const doubt = doubted.find((kind) => kinds.has(kind));
  return {
    doubt: doubt === undefined ? null : msg(`import.kind.${doubt}`),
    notes: named.filter((kind) => kinds.has(kind)).map((kind) => msg(`import.kind.${kind}`)),
    read: statedKinds.filter((one) => one.kinds.length > 0).map(({ text }) => text),
  };
}

/** A text may state several kinds: `Article; Retracted Publication`. */
function kindsStated({ text, isAboutThis = false }: StatedKind): { text: string; kinds: Kind[] }[] {
  return text
    .slice(0, 300)
    .split(/[;|]/)
    .map((one) => ({ text: one.trim(), kinds: kindNamed(one, isAboutThis) }));
}

function kindNamed(text: string, isAboutThis: boolean): Kind[] {
  const words = oneLine(text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replace(/[-_/.:]+/g, ' '))
    .toLowerCase()
    .trim();
  const found = kindIn(types, words);
  if (!isAboutThis) return found;
  return found.map((kind) => aboutThis[kind] ?? kind);
}

/** What an article is that has a notice of a kind. */
const aboutThis: Partial<Record<Kind, Kind>> = {
  retraction: 'retracted',
  correction: 'corrected',
  concern: 'questioned',
};

function kindIn(patterns: readonly [RegExp, Kind][], text: string): Kind[] {
  return patterns
    .filter(([pattern]) => pattern.test(text))
    .slice(0, 1)
    .map(([, kind]) => kind);
}
