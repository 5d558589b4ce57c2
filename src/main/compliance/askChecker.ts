import { readCalculation } from '../../shared/compliance.ts';
import { changesBetween } from '../../shared/complianceChanges.ts';
import type { ComplianceCheck, ComplianceQuestion } from '../../shared/complianceCheck.ts';
import { AppError } from '../../shared/errors.ts';
import { readLanguagePack } from '../../shared/languagePack.ts';
import { t } from '../../shared/words.ts';
import type { CheckerClient, CheckerOptions } from '../remote/checkerClient.ts';
import type { ComplianceStore } from '../store/complianceStore.ts';

export interface AskCheckerParts {
  client: CheckerClient;
  checks: ComplianceStore;
  /** The checker that is asked at present: its address, or the sandbox. */
  source: () => string;
  clock: { now(): number };
}

/** Asks the checker and keeps its answers. */
export interface AskChecker {
  /** AppError as the client's, `remote` where the answer cannot be read. */
  ask(question: ComplianceQuestion, options?: CheckerOptions): Promise<ComplianceCheck>;
  /** The kept answer if it is younger than `maxAge` minutes and in that language. */
  kept(question: ComplianceQuestion, maxAge: number): ComplianceCheck | null;
}

/** A funder's words and cards change rarely: they are asked for once an hour at most. */
const documentsLast = 60 * 60_000;

/** Makes the one who asks: `/calculate`, and beside it the language pack and the configuration of the funder. */
export function createAskChecker(parts: AskCheckerParts): AskChecker {
  const { client, checks, clock } = parts;
  const documents = new Map<string, { at: number; value: Promise<unknown> }>();

  function document(path: string, options: CheckerOptions): Promise<unknown> {
    const key = `${parts.source()} ${path}`;
    const known = documents.get(key);
    if (known && clock.now() - known.at < documentsLast) return known.value;
    const value = client.get(path, {}, options);
    documents.set(key, { at: clock.now(), value });
    value.catch(() => documents.delete(key));
    return value;
  }

  return {
    kept: (question, maxAge) => {
      const check = maxAge > 0 ? checks.latest(parts.source(), question) : null;
      const isYoung = check && clock.now() - Date.parse(check.at) < maxAge * 60_000;
      return isYoung && check.question.lang === question.lang ? check : null;
    },
    async ask(question, options = {}) {
      const { issn, funder, ror, lang } = question;
      const source = parts.source();
      const [answer, pack, config, english] = await Promise.all([
        client.get('calculate', { issn, funder, ror }, options),
        // Words and cards are a help: an answer without them is still an answer.
        document(`funder_language/${encodeURIComponent(funder)}/${encodeURIComponent(lang)}`, options).catch(
          unlessStopped,
        ),
        document(`funder_config/${encodeURIComponent(funder)}`, options).catch(unlessStopped),
        lang === 'en'
          ? null
          : document(`funder_language/${encodeURIComponent(funder)}/en`, options).catch(unlessStopped),
      ]);
      const calculation = readCalculation(answer);
      if (!calculation) throw unreadable(answer);
      const before = checks.latest(source, question);
      const earlier = before && readCalculation(before.answer);
      return checks.add({
        question,
        source,
        at: new Date(clock.now()).toISOString(),
        compliant: calculation.compliant ?? calculation.cards.some((card) => card.compliant),
        changes: earlier ? changesBetween(earlier, calculation, readLanguagePack(pack)) : [],
        answer,
        pack,
        config,
        english,
      });
    },
  };
}

function unlessStopped(error: unknown): null {
  if (error instanceof AppError && error.code !== 'cancelled') return null;
  throw error;
}

function unreadable(answer: unknown): AppError {
  return new AppError('remote', t('compliance.problem.unreadable.message'), {
    why: t('compliance.problem.unreadable.why'),
    fix: t('compliance.problem.unreadable.fix'),
    details: JSON.stringify(answer ?? null).slice(0, 300),
  });
}
