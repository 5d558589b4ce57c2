import { cached } from '../cached.ts';
import {
  type CardReading,
  type CardSet,
  differingCards,
  evaluateCards,
  type RuleReading,
} from '../compliance/cards.ts';
import {
  type Agreement,
  agreementsNote,
  agreementsOf,
  type Calculation,
  type Card,
  isOver,
  type LogEntry,
  type RouteCompliance,
  type RouteResult,
  readCard,
  readTexts,
} from '../compliance/compliance.ts';
import {
  cardMessage,
  codeMessage,
  detailMessage,
  type LanguagePack,
  parameterMessage,
  plain,
  qualificationMessage,
  routeMessage,
  valueMessage,
} from '../compliance/languagePack.ts';
import { describe, language, t } from './i18n.ts';
import { fillIn, hasWords, insert, type Placeholders, placeholders } from './packPlaceholders.ts';

/** A card to show. Title, body and icon are HTML of the pack: sanitise them before rendering. */
export interface ShownCard {
  id: string;
  /** True if the service lists it. */
  shown: boolean;
  compliant: boolean;
  preferred: boolean;
  icon: string;
  title: string;
  body: string;
  /** Languages of title and body, if the pack identifies them: untranslated text is in English. */
  titleLang: string;
  bodyLang: string;
  /** The card's own modal, if it has one, and the text of its link. */
  modal: { id: string; link: string } | null;
  /** Each rule as text, and whether it matches in our own evaluation. */
  why: readonly { text: string; holds: boolean }[];
}

interface ShownEntry {
  code: string;
  /** One sentence, including values. */
  text: string;
}

export interface ShownRoute {
  route: string;
  label: string;
  compliant: RouteCompliance;
  statement: string;
  explanation: string;
  qualifications: readonly {
    id: string;
    text: string;
    details: readonly { label: string; value: string }[];
  }[];
  log: readonly ShownEntry[];
}

/** The result derived from an answer of the checker. */
export interface ComplianceResult {
  /** The service's own verdict; null if it gave none. */
  compliant: boolean | null;
  headline: string;
  cards: readonly ShownCard[];
  routes: readonly ShownRoute[];
  agreements: readonly (Agreement & { isOver: boolean })[];
  /** What is to be known of them; empty if none applies. */
  agreementsNote: string;
  /** Our own evaluation of the card rules, and the differences from the service. */
  local: {
    cards: readonly string[];
    compliant: boolean;
    agrees: boolean;
    onlyHere: readonly string[];
    onlyThere: readonly string[];
  };
}

/** Inputs for reading an answer: the funder's texts, its configuration if known, and the current time. */
export interface ReadingParts {
  pack: LanguagePack;
  /** The pack in English, if `pack` is in another language. */
  english?: LanguagePack | null;
  /** `/funder_config`; null: only the cards listed by the service can be evaluated. */
  config: unknown;
  now: Date;
}

/** Words an answer, card by card and route by route, in the given order (reference/checker-api.md 4, 5, 7). */
export function concludeFrom(
  calculation: Calculation,
  { pack, english = null, config, now }: ReadingParts,
): ComplianceResult {
  const set = cardSetOf(config, calculation);
  const local = evaluateCards(set, calculation.results);
  const listed = new Set(calculation.cards.map(({ id }) => id));
  const hidden = local.readings.filter(({ card }) => !listed.has(card.id));
  const byId = new Map(local.readings.toReversed().map((reading) => [reading.card.id, reading]));
  const differences = differingCards(local, calculation.cards);
  const { compliant } = calculation;
  const values = placeholders(calculation, pack);
  const complying = new Set(
    calculation.results.filter((result) => result.compliant === 'yes').map(({ route }) => route),
  );
  const textsOf = cached((id) => cardTexts(id, pack, english, values));
  // Cards that the service lists but the configuration lacks are explained by the rules that came with them.
  const strange = calculation.cards.filter(({ id }) => !byId.has(id));
  const strangers = new Map(
    evaluateCards({ cards: strange, order: [] }, calculation.results).readings.map((one) => [one.card, one]),
  );
  const toShown = (card: Card, shown: boolean, reading: CardReading | undefined): ShownCard => ({
    ...wordsOfCard(card, complying, pack, textsOf(card.id)),
    shown,
    why: reading
      ? whyOf(reading, pack)
      : [...whyOf(strangers.get(card)!, pack), { text: t('compliance.why.notInConfig'), holds: true }],
  });
  const agreements = agreementsOf(calculation.results);
  return {
    compliant,
    headline:
      (compliant !== null && pack.text('site', compliant ? 'compliant' : 'non_compliant')) ||
      verdictText(compliant),
    cards: [
      ...calculation.cards.map((card) => toShown(card, true, byId.get(card.id))),
      ...hidden.map((reading) => toShown(reading.card, false, reading)),
    ],
    routes: calculation.results.map((result) => wordsOfRoute(result, pack)),
    agreements: agreements.map((one) => ({ ...one, isOver: isOver(one, now) })),
    agreementsNote: complying.has('ta') ? describe(agreementsNote(agreements, now)) : '',
    local: {
      cards: local.shown,
      compliant: local.compliant,
      agrees:
        (compliant === null || local.compliant === compliant) &&
        local.shown.length === calculation.cards.length &&
        calculation.cards.every(({ id }, place) => id === local.shown[place]),
      ...differences,
    },
  };
}

/** A verdict of the service in our own words. */
export function verdictText(compliant: boolean | null): string {
  return t(`compliance.headline.${compliant === null ? 'none' : compliant ? 'yes' : 'no'}`);
}

/** What limits the ways to comply: their conditions, and what is to be known of agreements. */
export function cautionsOf({ routes, agreementsNote: note }: ComplianceResult): string[] {
  const ways = routes.filter(({ compliant }) => compliant === 'yes');
  const conditions = ways.flatMap(({ qualifications }) => qualifications.map(qualificationText));
  return [...new Set([...conditions, note])].filter((text) => text !== '');
}

/** `sbx2024lakes, until 31 Dec 2027`; the service still names agreements that have ended. */
export function agreementText(
  { id, ...end }: ComplianceResult['agreements'][number],
  formatDay: (date: string) => string,
): string {
  return `${id || t('compliance.notGiven')}, ${endText(end, formatDay)}`;
}

export function endText(
  { endDate, isOver: isPast }: Omit<ComplianceResult['agreements'][number], 'id'>,
  formatDay: (date: string) => string,
): string {
  const date = formatDay(endDate) || t('compliance.unknown.endDate');
  return t(`compliance.agreement.${isPast ? 'ended' : 'until'}`, { date });
}

/** `There may be conditions. Conditions: only reviews` */
export function qualificationText({ text, details }: ShownRoute['qualifications'][number]): string {
  const values = details.map(({ label, value }) => `${t('common.labelled', { label })} ${value}`);
  return [text, ...values].join(' ');
}

/** The cards and their order in a funder's configuration, or the listed cards if there is none. */
function cardSetOf(config: unknown, { cards }: Calculation): CardSet {
  const { cards: own, card_order: order } = (config ?? {}) as { cards?: unknown; card_order?: unknown };
  if (!Array.isArray(own)) return { cards, order: [] };
  return {
    cards: own
      .filter((card) => typeof card === 'object' && card !== null && !Array.isArray(card))
      .map(readCard),
    order: readTexts(order),
  };
}

/** The pack's texts for a card; empty where it has none. */
interface CardTexts {
  icon: string;
  title: string;
  titleLang: string;
  bodyLang: string;
  link: string;
  /** The body's text for a route, or `default`. */
  part: (name: string) => string;
}

function cardTexts(
  id: string,
  pack: LanguagePack,
  english: LanguagePack | null,
  values: Placeholders,
): CardTexts {
  const icon = pack.html('cards', id, 'icon');
  const title = [pack.html('cards', id, 'title'), pack.html('cards', id, 'explain', 'title')].find(hasWords);
  return {
    icon: icon === '' || icon === 'false' ? '' : pack.html('icons', icon),
    title: title ? fillIn(title, values) : '',
    titleLang: languageOf(pack, english, 'cards', id, 'title'),
    bodyLang: languageOf(pack, english, 'cards', id, 'body', 'default'),
    link: pack.text('cards', id, 'modal') || pack.text('site', 'card_modal') || t('compliance.more'),
    part: cached((name) => {
      const whole = name === 'default' ? pack.html('cards', id, 'body') : '';
      const html = pack.html('cards', id, 'body', name) || whole;
      return hasWords(html) ? fillIn(html, values) : '';
    }),
  };
}

function wordsOfCard(
  card: Card,
  complying: ReadonlySet<string>,
  pack: LanguagePack,
  texts: CardTexts,
): Omit<ShownCard, 'shown' | 'why'> {
  const { id, compliant, preferred, modal } = card;
  const routes = [...new Set(card.displayIfCompliant)].filter((route) => complying.has(route));
  const { icon, title, titleLang, bodyLang, link, part } = texts;
  return {
    id,
    compliant,
    preferred,
    icon,
    title: title || insert(ownTitle(card, pack)),
    titleLang,
    body: ['default', ...routes].map(part).join('') || insert(ownBody(card, pack)),
    bodyLang,
    modal: modal === null ? null : { id: modal, link },
  };
}

/** Our own title of a card: the ways to comply that it requires, else the advice that a known card gives, else its id. */
function ownTitle({ id, compliant, routes }: Card, pack: LanguagePack): string {
  const kind = routes.must.length > 0 ? 'must' : 'or';
  const names = routes[kind].map((route) => describe(routeMessage(pack, route)));
  if (names.length > 0) return names.join(t(`compliance.why.${kind === 'must' ? 'and' : 'or'}`));
  if (compliant && routes.not.length > 0) return t('compliance.otherWay');
  return describe(cardMessage(id));
}

/** Our own text of a card: the conditions that it requires. */
function ownBody({ qualifications }: Card, pack: LanguagePack): string {
  const conditions = qualifications.must.map((path) => path.split('.')[1] ?? '').filter((id) => id !== '');
  const texts = conditions.map((id) => describe(qualificationMessage(pack, id)));
  return texts.join(' ') || t('compliance.noBody');
}

/** The language of a text of the pack: text that is the same in English was not translated (reference/checker-api.md 5.2). */
function languageOf(pack: LanguagePack, english: LanguagePack | null, ...path: string[]): string {
  // Texts missing from the pack are in Colophon's language.
  if (!hasWords(pack.html(...path))) return language();
  const isSame =
    english !== null && pack.html(...path) !== '' && pack.html(...path) === english.html(...path);
  return isSame ? 'en' : pack.language;
}

function wordsOfRoute(result: RouteResult, pack: LanguagePack): ShownRoute {
  const { route, compliant, qualifications, log } = result;
  const words = (name: string) => pack.text('explain', 'routes', route, compliant, name);
  const label = describe(routeMessage(pack, route));
  return {
    route,
    label,
    compliant,
    statement: words('statement') || t(`compliance.statement.${compliant}`, { route: label }),
    explanation: words('explanation'),
    qualifications: qualifications.map(({ id, data }) => ({
      id,
      text: describe(qualificationMessage(pack, id)),
      details: Object.entries(data).map(([name, value]) => ({
        label: describe(detailMessage(pack, id, name)),
        value: plain(value),
      })),
    })),
    log: log.map((entry) => ({ code: entry.code, text: sentenceOf(entry, route, pack) })),
  };
}

/** `The policy fits. Licence: CC BY; embargo: 12 months`: the text of the code, then its values without repetition. */
function sentenceOf({ code, parameters }: LogEntry, route: string, pack: LanguagePack): string {
  const head = describe(codeMessage(pack, route, code)) || t('compliance.noWords');
  const values = Object.entries(parameters).map(([name, list]) => {
    const named = [...new Set(list.map((value) => describe(valueMessage(pack, name, value))))];
    const heading = pack.text('api_codes', 'logs', route, `${code}.Properties`, name);
    // If a pack has no heading, the values follow its sentence.
    const isBare = heading === '' && /:\s*$/.test(head);
    const text = named.length === 0 ? t('compliance.none') : named.join(', ');
    if (isBare) return text;
    return `${t('common.labelled', { label: describe(parameterMessage(pack, route, code, name)) })} ${text}`;
  });
  const list = values.join(t('common.between'));
  // After a complete sentence the values start a new one.
  const tail = /[.!?]\s*$/.test(head) ? list.charAt(0).toUpperCase() + list.slice(1) : list;
  return [head, tail].filter((part) => part !== '').join(' ');
}

function whyOf(reading: CardReading, pack: LanguagePack): ShownCard['why'] {
  const rules =
    reading.rules.length === 0
      ? [{ text: t('compliance.why.always'), holds: true }]
      : reading.rules.map((rule) => ({ text: ruleWords(rule, pack), holds: rule.holds }));
  return isLeftOut(reading, rules)
    ? [...rules, { text: t('compliance.why.notInOrder'), holds: false }]
    : rules;
}

/** Its rules all match, but the funder's order of cards does not include it. */
function isLeftOut({ shown }: CardReading, rules: readonly { holds: boolean }[]): boolean {
  return !shown && rules.every(({ holds }) => holds);
}

function ruleWords({ about, kind, items }: RuleReading, pack: LanguagePack): string {
  const names = items.map(({ id }) => {
    if (about === 'routes') return describe(routeMessage(pack, id));
    const [route = '', qualification = ''] = id.split('.');
    if (qualification.trim() === '') return id;
    const params = {
      route: describe(routeMessage(pack, route)),
      what: describe(qualificationMessage(pack, qualification)),
    };
    return t('compliance.why.qualified', params);
  });
  const list = names.join(kind === 'not' ? ', ' : t(`compliance.why.${kind === 'must' ? 'and' : 'or'}`));
  return t(`compliance.why.${about}.${kind}`, { list, count: names.length });
}
