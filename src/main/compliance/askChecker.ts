import { mismatch, readCalculation } from '../../shared/compliance/compliance.ts';
import { changesBetween } from '../../shared/compliance/complianceChanges.ts';
import type { ComplianceCheck, ComplianceQuestion } from '../../shared/compliance/complianceCheck.ts';
import { readLanguagePack } from '../../shared/compliance/languagePack.ts';
import { AppError } from '../../shared/errors.ts';
import type { Message } from '../../shared/message.ts';
import { type Clock, isDueAgain, isoNow } from '../platform/clock.ts';
import { fail } from '../platform/failures.ts';
import type { CheckerClient, CheckerOptions } from '../remote/checkerClient.ts';
import { pathPart } from '../remote/pathPart.ts';
import type { ComplianceStore } from '../store/compliance/complianceStore.ts';

export interface AskCheckerParts {
  client: CheckerClient;
  checks: ComplianceStore;
  /** The current checker: its address, or the sandbox. */
  source: () => string;
  clock: Pick<Clock, 'now' | 'monotonic'>;
}

/** Sends questions to the checker and stores its answers. */
export type AskChecker = ReturnType<typeof createAskChecker>;

/** A funder's texts and cards change rarely: they are requested at most once an hour. */
const documentsLast = 60 * 60_000;

/** Asks `/calculate`, and fetches the funder's language pack and configuration with it. */
export function createAskChecker(parts: AskCheckerParts) {
  const { client, checks, clock } = parts;
  const documents = new Map<string, { at: number; value: Promise<unknown> }>();

  function document(path: string, options: CheckerOptions): Promise<unknown> {
    const key = `${parts.source()} ${path}`;
    const known = documents.get(key);
    if (known && clock.monotonic() - known.at < documentsLast) return orStopped(known.value, options.signal);
    // Other callers may wait for it too, so it is not aborted with one of them.
    const value = client.get(path, {}, options.priority ? { priority: options.priority } : {});
    const entry = { at: clock.monotonic(), value };
    documents.set(key, entry);
    value.catch(() => documents.get(key) === entry && documents.delete(key));
    return orStopped(value, options.signal);
  }

  /** The newest answer that is recent enough; one from the future was stored before the clock was set back. */
  function youngOf(question: ComplianceQuestion, maxAge: number): number | null {
    const found = maxAge > 0 ? checks.newest(parts.source(), question) : null;
    return found && !isDueAgain(found.at, maxAge * 60_000, clock.now()) ? found.id : null;
  }

  return {
    /** The stored answer if it is younger than `maxAge` minutes and in that language. */
    kept: (question: ComplianceQuestion, maxAge: number) => {
      const id = youngOf(question, maxAge);
      return id === null ? null : checks.get(id);
    },
    /** Returns true if there is such an answer; does not read it. */
    isKept: (question: ComplianceQuestion, maxAge: number) => youngOf(question, maxAge) !== null,
    /** What an answer changes since the stored one with this id; null if another source gave that. */
    changesSince({ source, answer, pack }: ComplianceCheck, id: number): readonly Message[] | null {
      const earlier = checks.answerOf(id, source);
      const calculation = readCalculation(answer);
      return earlier && calculation && changesBetween(earlier, calculation, readLanguagePack(pack));
    },
    /** Throws AppError as the client does, and `remote` if the answer cannot be read. */
    async ask(question: ComplianceQuestion, options: CheckerOptions = {}) {
      const { issn, funder, ror, lang } = question;
      const source = parts.source();
      const [answer, pack, config, english] = await Promise.all([
        client.get('calculate', { issn, funder, ror }, options),
        // Texts and cards are optional: an answer without them is still an answer.
        document(`funder_language/${pathPart(funder)}/${pathPart(lang)}`, options).catch(unlessStopped),
        document(`funder_config/${pathPart(funder)}`, options).catch(unlessStopped),
        lang === 'en'
          ? null
          : document(`funder_language/${pathPart(funder)}/en`, options).catch(unlessStopped),
      ]);
      const calculation = readCalculation(answer);
      if (!calculation) throw unreadable(answer);
      // Answers to another question are compared with nothing.
      const earlier = mismatch(calculation, question) === null ? checks.latest(source, question) : null;
      return checks.add({
        question,
        source,
        at: isoNow({ clock }),
        changes: earlier ? changesBetween(earlier, calculation, readLanguagePack(pack)) : [],
        answer,
        pack,
        config,
        english,
      });
    },
  };
}

/** The same promise, but no longer awaited once the signal is aborted. */
function orStopped<T>(value: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return value;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    value.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

function unlessStopped(error: unknown): null {
  if (error instanceof AppError && error.code !== 'cancelled') return null;
  throw error;
}

function unreadable(answer: unknown): AppError {
  return fail('compliance.problem.unreadable', {}, { details: JSON.stringify(answer ?? null).slice(0, 300) });
}
