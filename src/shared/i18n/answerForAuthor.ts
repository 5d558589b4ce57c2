import { readCalculation, unknownOrganisation } from '../compliance/compliance.ts';
import type { ComplianceCheck } from '../compliance/complianceCheck.ts';
import { plain, readLanguagePack } from '../compliance/languagePack.ts';
import {
  agreementText,
  type ComplianceResult,
  cautionsOf,
  concludeFrom,
  type ShownCard,
  verdictText,
} from './complianceResult.ts';
import { describe, language, t } from './i18n.ts';
import { sourceWords } from './matrixText.ts';

/** The context of an answer: the time, and dates as the user reads them. */
interface Context {
  now: Date;
  formatMoment(at: string): string;
  formatDay(date: string): string;
}

/**
 * An answer as plain text to send to an author: the ways to comply and what to do, agreements, what limits them, date,
 * source and disclaimer; only the question and a warning if the answer is to another question. In the language of the window, including the funder's texts if the answer has them. Empty if it cannot be
 * read.
 */
export function answerForAuthor(check: ComplianceCheck, context: Context): string {
  const calculation = readCalculation(check.answer);
  if (!calculation) return '';
  const { now, formatMoment } = context;
  const asked = readLanguagePack(check.pack);
  const english = check.english === null ? null : readLanguagePack(check.english);
  const pack = language() === 'en' ? (english ?? asked) : asked;
  const result = concludeFrom(calculation, { pack, english, config: check.config, now });
  const shown = result.cards.filter((card) => card.shown);
  const started = calculation.started ?? check.at;
  const source = [
    t('complianceScreen.answered', { at: formatMoment(started), by: sourceWords(check.source) }),
    t('compliance.disclaimer'),
  ].join('\n');
  if (check.mismatch !== null) return [questionText(check), describe(check.mismatch), source].join('\n\n');
  return [
    questionText(check),
    describe(unknownOrganisation(calculation, check.question.ror)),
    verdictText(result.compliant),
    section(
      'ways',
      shown.filter((card) => card.compliant),
    ),
    section(
      'advice',
      shown.filter((card) => !card.compliant),
    ),
    agreementsText(result.agreements, context),
    cautionsOf(result).join('\n'),
    source,
  ]
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
}

function questionText(check: ComplianceCheck): string {
  const { issn, funder, ror } = check.question;
  const named = (name: string) => (check.mismatch === null ? name : '');
  const title = named(check.journalTitle);
  const values = {
    journal: title === '' ? issn : `${title} (${issn})`,
    funder: named(check.funderName) || funder,
    organisation: named(check.institutionName) || ror || t('compliance.notAffiliated'),
  };
  return Object.entries(values)
    .map(([name, value]) => `${t('common.labelled', { label: t(`complianceScreen.${name}`) })} ${value}`)
    .join('\n');
}

function section(name: 'ways' | 'advice', cards: readonly ShownCard[]): string {
  if (cards.length === 0) return '';
  const texts = cards.map((card, index) => {
    const preferred = card.preferred ? ` (${t('complianceScreen.preferred')})` : '';
    return [`${index + 1}. ${plain(card.title)}${preferred}`, ...linesOf(card.body)].join('\n');
  });
  return [t(`compliance.author.${name}`), ...texts].join('\n\n');
}

function agreementsText(agreements: ComplianceResult['agreements'], context: Context): string {
  if (agreements.length === 0) return '';
  const lines = agreements.map((one) => `- ${agreementText(one, context.formatDay)}`);
  return [t('common.labelled', { label: t('complianceScreen.agreements') }), ...lines].join('\n');
}

/** HTML of a card as lines of text, one for each paragraph and list item, with the addresses of links. */
function linesOf(html: string): string[] {
  return html
    .slice(0, maxBodyLength)
    .replace(link, (_, attributes: string, text: string) => {
      const [, address] = /\bhref="(https?:\/\/[^"]*)"/i.exec(attributes) ?? [];
      // Links without an address open a dialog, which does not exist in a letter.
      if (address === undefined) return '';
      return text.includes(address) ? text : `${text} (${address})`;
    })
    .replace(/<li\b[^<>]*>/gi, '\n- ')
    .replace(/<(?:br|\/p|\/div|\/li|\/ul|\/ol|\/h\d)\b[^<>]*>/gi, '\n')
    .split('\n')
    .map(plain)
    .filter((line) => line !== '' && line !== '-');
}

const maxBodyLength = 20_000;
const link = /<a\b([^<>]*)>((?:[^<]|<(?!\/?a\b))*)<\/a>/gi;
