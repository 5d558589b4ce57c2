import { z } from 'zod';
import {
  type Calculation,
  readCalculation,
  unknownOrganisation,
} from '../../../shared/compliance/compliance.ts';
import type { ComplianceQuestion } from '../../../shared/compliance/complianceCheck.ts';
import { readLanguagePack } from '../../../shared/compliance/languagePack.ts';
import type { Handlers } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/errors.ts';
import {
  agreementText,
  type ComplianceResult,
  cautionsOf,
  concludeFrom,
  qualificationText,
} from '../../../shared/i18n/complianceResult.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { type Message, msg } from '../../../shared/message.ts';
import { readJsonFile } from '../givenFiles.ts';
import { inertHtml } from '../inertHtml.ts';
import { exitCodes, lineOf, type Terminal } from '../terminal.ts';
import { withServices } from '../withServices.ts';

interface ComplianceOptions {
  issn?: string[];
  funder?: string[];
  ror?: string[];
  lang: string;
  matrix?: string;
  /** The checker's address, instead of the one in the settings. */
  checker?: string;
  read?: string;
  pack?: string;
  config?: string;
  json?: boolean;
  data?: string;
}

const matrixFile = z.object({
  issns: z.array(z.string()).min(1),
  funders: z.array(z.string()).min(1),
  rors: z.array(z.string()).default([]),
  lang: z.string().optional(),
});

/**
 * Asks the compliance checker about every journal with every funder and organisation, and prints its conclusions, one
 * JSON line each with `--json`; with `--read` it uses a stored answer and no network. Exit code 1 if a question had no
 * answer.
 */
export async function compliance(options: ComplianceOptions, terminal: Terminal): Promise<number> {
  if (options.read !== undefined) return readStored(options.read, options, terminal);
  const questions = await questionsOf(options);
  return withServices(options, terminal, async ({ handlers }) => {
    if (options.checker !== undefined) await handlers['app.changeSettings']({ checker: options.checker });
    let code: number = exitCodes.done;
    for (const question of questions) {
      if (!(await askOne(question, handlers, options, terminal))) code = exitCodes.refused;
    }
    return code;
  });
}

async function questionsOf(options: ComplianceOptions): Promise<ComplianceQuestion[]> {
  const { issn = [], funder = [], ror = [], lang } = options;
  const given =
    options.matrix === undefined
      ? { issns: issn, funders: funder, rors: ror, lang }
      : readMatrix(await readJson(options.matrix), options.matrix);
  if (given.issns.length === 0 || given.funders.length === 0) {
    throw new AppError('input', msg('cli.compliance.noQuestion'));
  }
  const rors = given.rors.length === 0 ? [''] : given.rors;
  return given.issns.flatMap((one) =>
    given.funders.flatMap((id) =>
      rors.map((organisation) => ({ issn: one, funder: id, ror: organisation, lang: given.lang ?? lang })),
    ),
  );
}

function readMatrix(content: unknown, file: string): z.output<typeof matrixFile> {
  const read = matrixFile.safeParse(content);
  if (read.success) return read.data;
  throw new AppError('unreadable_file', msg('cli.compliance.noMatrix', { file }));
}

/** Asks one question and prints its answer, or why there is none; returns true if there was one. */
async function askOne(
  question: ComplianceQuestion,
  handlers: Handlers,
  options: ComplianceOptions,
  terminal: Terminal,
): Promise<boolean> {
  try {
    const check = await handlers['compliance.check']({ ...question, maxAge: 0 });
    if (check.mismatch !== null) return notAnswered(question, check.mismatch, options, terminal);
    const calculation = readCalculation(check.answer)!;
    const result = conclude(calculation, check.pack, check.config);
    const noOrganisation = unknownOrganisation(calculation, check.question.ror);
    const about = { ...check.question, at: check.at, isOrganisationUnknown: noOrganisation !== null };
    if (options.json) terminal.out(`${JSON.stringify({ ...about, ...(await toJson(result)) })}\n`);
    else terminal.out(lineOf(t('cli.compliance.question', about)) + resultText(result) + lineOf(''));
    if (noOrganisation) terminal.err(lineOf(describe(noOrganisation)));
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return notAnswered(question, options.json ? error.problem : error.full, options, terminal);
  }
}

/** An answer to another question is none. */
function notAnswered(
  question: ComplianceQuestion,
  why: Message,
  { json }: ComplianceOptions,
  terminal: Terminal,
): false {
  if (json) terminal.out(`${JSON.stringify({ ...question, error: describe(why) })}\n`);
  else terminal.err(lineOf(`${t('cli.compliance.question', question)} ${describe(why)}`));
  return false;
}

async function readStored(file: string, options: ComplianceOptions, terminal: Terminal): Promise<number> {
  const calculation = readCalculation(await readJson(file));
  if (!calculation) throw new AppError('unreadable_file', msg('cli.compliance.noAnswer', { file }));
  const pack = options.pack ? await readJson(options.pack) : {};
  const config = options.config ? await readJson(options.config) : null;
  const result = conclude(calculation, pack, config);
  terminal.out(options.json ? `${JSON.stringify(await toJson(result))}\n` : resultText(result));
  return exitCodes.done;
}

function conclude(calculation: Calculation, pack: unknown, config: unknown): ComplianceResult {
  return concludeFrom(calculation, { pack: readLanguagePack(pack), config, now: new Date() });
}

function readJson(file: string): Promise<unknown> {
  return readJsonFile(file, msg('cli.compliance.unreadable', { file }));
}

async function toJson(result: ComplianceResult) {
  const { compliant, cards, routes, local, agreements } = result;
  return {
    compliant,
    // There is no browser here to sanitise the funder's HTML, and readers may display it in one.
    cards: await Promise.all(
      cards.map(async ({ id, shown, title, body, why }) => ({
        id,
        shown,
        title: await inertHtml(title),
        body: await inertHtml(body),
        why: whyWords(why),
      })),
    ),
    routes: routes.map(({ route, compliant: value, qualifications, log }) => ({
      route,
      compliant: value,
      qualifications: qualifications.map(({ id }) => id),
      log,
    })),
    local: { cards: local.cards, compliant: local.compliant, agrees: local.agrees },
    agreements,
    cautions: cautionsOf(result),
  };
}

function whyWords(why: ComplianceResult['cards'][number]['why']): string {
  return why
    .map(({ text, holds }) => {
      // A complete sentence already includes it.
      if (/[.!?]$/.test(text)) return text;
      return t(holds ? 'cli.compliance.holds' : 'cli.compliance.holdsNot', { text });
    })
    .join('; ');
}

function differs(cards: readonly string[]): string {
  return cards.length === 0
    ? t('cli.compliance.differsNone')
    : t('cli.compliance.differs', { cards: cards.join(', ') });
}

function resultText({
  headline,
  cards,
  routes,
  local,
  agreements,
  agreementsNote,
}: ComplianceResult): string {
  const indented = (text: string) => `  ${text}`;
  const lines = [
    headline,
    ...cards
      .filter(({ shown }) => shown)
      .map(({ id, why }) => t('cli.compliance.card', { id, why: whyWords(why) })),
    ...routes.flatMap(({ statement, qualifications, log }) => [
      statement,
      ...qualifications.map((one) => indented(qualificationText(one))),
      ...log.map(({ text }) => indented(text)),
    ]),
    ...agreements.map((one) => agreementText(one, (date) => date)),
    agreementsNote,
    ...(local.agrees ? [] : [differs(local.cards)]),
  ];
  return lines
    .filter((line) => line !== '')
    .map(lineOf)
    .join('');
}
