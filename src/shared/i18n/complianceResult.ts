import {
  type CardReading,
  type CardSet,
  differingCards,
  evaluateCards,
  type RuleReading,
} from '../compliance/cards.ts';
import {
  type Agreement,
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
  codeMessage,
  detailMessage,
  type LanguagePack,
  parameterMessage,
  plain,
  qualificationMessage,
  routeMessage,
  valueMessage,
} from '../compliance/languagePack.ts';
import { escapeHtml } from '../text/plainText.ts';
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
  /** The service's own verdict: nothing but `true` counts as compliant. */
  compliant: boolean;
  headline: string;
  cards: readonly ShownCard[];
  routes: readonly ShownRoute[];
  agreements: readonly (Agreement & { isOver: boolean })[];
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
  const compliant = calculation.compliant === true;
  const values = placeholders(calculation, pack);
  const complying = new Set(
    calculation.results.filter((result) => result.compliant === 'yes').map(({ route }) => route),
  );
  // Cards that the service lists but the configuration lacks are explained by the rules that came with them.
  const strange = calculation.cards.filter(({ id }) => !byId.has(id));
  const strangers = new Map(
    evaluateCards({ cards: strange, order: [] }, calculation.results).readings.map((one) => [one.card, one]),
  );
  const toShown = (card: Card, shown: boolean, reading: CardReading | undefined): ShownCard => ({
    ...wordsOfCard(card, complying, pack, values),
    titleLang: languageOf(pack, english, 'cards', card.id, 'title'),
    bodyLang: languageOf(pack, english, 'cards', card.id, 'body', 'default'),
    shown,
    why: reading
      ? whyOf(reading, pack)
      : [...whyOf(strangers.get(card)!, pack), { text: t('compliance.why.notInConfig'), holds: true }],
  });
  return {
    compliant,
    headline:
      pack.text('site', compliant ? 'compliant' : 'non_compliant') ||
      t(compliant ? 'compliance.headline.yes' : 'compliance.headline.no'),
    cards: [
      ...calculation.cards.map((card) => toShown(card, true, byId.get(card.id))),
      ...hidden.map((reading) => toShown(reading.card, false, reading)),
    ],
    routes: calculation.results.map((result) => wordsOfRoute(result, pack)),
    agreements: agreementsOf(calculation.results).map((one) => ({ ...one, isOver: isOver(one, now) })),
    local: {
      cards: local.shown,
      compliant: local.compliant,
      agrees:
        local.compliant === compliant &&
        local.shown.length === calculation.cards.length &&
        calculation.cards.every(({ id }, place) => id === local.shown[place]),
      ...differences,
    },
  };
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

function wordsOfCard(
  card: Card,
  complying: ReadonlySet<string>,
  pack: LanguagePack,
  values: Placeholders,
): Omit<ShownCard, 'shown' | 'why' | 'titleLang' | 'bodyLang'> {
  const { id, compliant, preferred, displayIfCompliant } = card;
  const parts = [
    pack.html('cards', id, 'body', 'default') || pack.html('cards', id, 'body'),
    ...displayIfCompliant
      .filter((route) => complying.has(route))
      .map((route) => pack.html('cards', id, 'body', route)),
  ];
  const body = parts.join('');
  const title = [pack.html('cards', id, 'title'), pack.html('cards', id, 'explain', 'title')].find(hasWords);
  const icon = pack.html('cards', id, 'icon');
  return {
    id,
    compliant,
    preferred,
    icon: icon === '' || icon === 'false' ? '' : pack.html('icons', icon),
    title: title ? fillIn(title, values) : insert(id.trim() || t('compliance.noName')),
    body: hasWords(body) ? fillIn(body, values) : escapeHtml(t('compliance.noBody')),
    modal:
      card.modal === null
        ? null
        : {
            id: card.modal,
            link: pack.text('cards', id, 'modal') || pack.text('site', 'card_modal') || t('compliance.more'),
          },
  };
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
