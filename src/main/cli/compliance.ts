import { readFile } from 'node:fs/promises';
import { readCalculation } from '../../shared/compliance.ts';
import { type ComplianceResult, concludeFrom } from '../../shared/complianceResult.ts';
import { AppError } from '../../shared/errors.ts';
import { readLanguagePack } from '../../shared/languagePack.ts';
import { t } from '../../shared/words.ts';
import { exitCodes, type Terminal } from './commands.ts';

interface ComplianceOptions {
  read: string;
  pack?: string;
  config?: string;
  json?: boolean;
}

/** Says what is concluded from a stored answer of the compliance checker, without a network. */
export async function compliance(options: ComplianceOptions, terminal: Terminal): Promise<number> {
  const calculation = readCalculation(await readJson(options.read));
  if (!calculation)
    throw new AppError('unreadable_file', t('cli.compliance.noAnswer', { file: options.read }));
  const pack = readLanguagePack(options.pack ? await readJson(options.pack) : {});
  const config = options.config ? await readJson(options.config) : null;
  const result = concludeFrom(calculation, { pack, config, now: new Date() });
  terminal.out(options.json ? `${JSON.stringify(toJson(result))}\n` : describe(result));
  return exitCodes.done;
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new AppError('unreadable_file', t('cli.compliance.unreadable', { file }), {
      details: String(error),
      cause: error,
    });
  }
}

function toJson({ compliant, cards, routes, local, agreements }: ComplianceResult) {
  return {
    compliant,
    cards: cards.map(({ id, shown, title, body, why }) => ({ id, shown, title, body, why: whyWords(why) })),
    routes: routes.map(({ route, compliant: value, qualifications, log }) => ({
      route,
      compliant: value,
      qualifications: qualifications.map(({ id }) => id),
      log,
    })),
    local: { cards: local.cards, compliant: local.compliant, agrees: local.agrees },
    agreements,
  };
}

function whyWords(why: ComplianceResult['cards'][number]['why']): string {
  return why
    .map(({ text, holds }) => t(holds ? 'cli.compliance.holds' : 'cli.compliance.holdsNot', { text }))
    .join('; ');
}

function describe({ headline, cards, routes, local }: ComplianceResult): string {
  const lines = [
    headline,
    ...cards
      .filter(({ shown }) => shown)
      .map(({ id, why }) => t('cli.compliance.card', { id, why: whyWords(why) })),
    ...routes.flatMap(({ statement, log }) => [statement, ...log.map(({ text }) => `  ${text}`)]),
    ...(local.agrees ? [] : [t('cli.compliance.differs', { cards: local.cards.join(', ') })]),
  ];
  return `${lines.join('\n')}\n`;
}
