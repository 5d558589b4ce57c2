import type { Matrix } from '../../shared/compliance/complianceCheck.ts';
import { readIssn, readRor } from '../../shared/compliance/readQuestion.ts';
import type { CallData, HandlersOf, Publish } from '../../shared/contract/contract.ts';
import { AppError } from '../../shared/errors.ts';
import { msg } from '../../shared/message.ts';
import type { AskChecker } from '../compliance/askChecker.ts';
import { exportMatrix } from '../compliance/exportMatrix.ts';
import type { MatrixRuns } from '../compliance/matrixRuns.ts';
import { type Clock, isoNow } from '../platform/clock.ts';
import type { RateLimiter } from '../remote/rateLimiter.ts';
import type { FunderStore } from '../store/compliance/funderStore.ts';
import type { MatrixStore } from '../store/compliance/matrixStore.ts';

/** The maximum number of questions in one matrix: about three hours at the service's limit. */
const maxCells = 100_000;
const minutesOfDay = 24 * 60;

/** The calls `matrix.*`: questions about many journals with many funders and organisations, asked in the background. */
export function matrixHandlers(parts: {
  matrices: MatrixStore;
  runs: MatrixRuns;
  funders: FunderStore;
  asker: AskChecker;
  limiter: Pick<RateLimiter, 'secondsFor'>;
  /** The title of the journal with this ISSN in any account; empty if none has it. */
  journalTitle: (issn: string) => string;
  printToPdf?: (html: string) => Promise<Uint8Array>;
  source: () => string;
  clock: Clock;
  publish: Publish;
}): HandlersOf<'matrix'> {
  const { matrices, runs, asker, limiter, clock, publish } = parts;
  const show = (id: number): Matrix => runs.show(matrices.get(id));
  const changed = (id: number): Matrix => {
    const matrix = show(id);
    publish('matrix.changed', matrix);
    return matrix;
  };

  type Asked = Pick<CallData<'matrix.start'>, 'issns' | 'funders' | 'rors' | 'lang' | 'maxAge'>;
  function axesOf({ issns, funders, rors }: Asked): Pick<Matrix, 'journals' | 'funders' | 'organisations'> {
    const axes = {
      journals: once(issns.map(readIssn)).map((issn) => ({ issn, title: parts.journalTitle(issn) || issn })),
      funders: once(funders).map((id) => ({ id, name: parts.funders.get(id)?.name ?? id })),
      organisations: once(rors.length === 0 ? [''] : rors.map(readRor)).map((ror) => ({ ror, name: ror })),
    };
    if (axes.journals.length * axes.funders.length * axes.organisations.length <= maxCells) return axes;
    throw new AppError('input', msg('compliance.matrix.tooLarge.message', { most: maxCells }), {
      fix: msg('compliance.matrix.tooLarge.fix'),
    });
  }

  return {
    'matrix.plan': (asked) => {
      const { journals, funders, organisations } = axesOf(asked);
      const { lang, maxAge } = asked;
      let [cells, kept] = [0, 0];
      for (const { issn } of journals)
        for (const { id: funder } of funders)
          for (const { ror } of organisations) {
            cells += 1;
            if (asker.isKept({ issn, funder, ror, lang }, maxAge * minutesOfDay)) kept += 1;
          }
      // Each funder's texts and cards are requested once.
      const requests = cells - kept + (cells > kept ? 2 * funders.length : 0);
      return { cells, kept, requests, seconds: limiter.secondsFor(requests) };
    },
    'matrix.start': (asked) => {
      const matrix = matrices.create({
        ...axesOf(asked),
        name: asked.name,
        lang: asked.lang,
        maxAge: asked.maxAge,
        createdAt: isoNow({ clock }),
      });
      runs.run(matrix.id);
      return changed(matrix.id);
    },
    'matrix.list': () => matrices.list().map(runs.show),
    'matrix.get': ({ id }) => show(id),
    'matrix.cells': ({ id }) => {
      matrices.get(id);
      return matrices.cells(id);
    },
    'matrix.pause': async ({ id }) => {
      if (matrices.get(id).state === 'running') matrices.setState(id, 'paused', null, null);
      await runs.pause(id);
      return changed(id);
    },
    'matrix.resume': async ({ id }) => {
      if (show(id).state === 'paused') goOn(id, '');
      return changed(id);
    },
    'matrix.refresh': async ({ id, maxAge }) => {
      await runs.pause(id);
      // A question that is asked again must not be answered from the cache.
      matrices.setMaxAge(id, maxAge);
      goOn(id, new Date(clock.now() - maxAge * minutesOfDay * 60_000).toISOString());
      return changed(id);
    },
    'matrix.remove': async ({ id }) => {
      await runs.pause(id);
      matrices.remove(id);
      return null;
    },
    'matrix.export': ({ id, format }) => exported(id, format),
    'matrix.pdf': async ({ id }) => {
      const { name, text } = exported(id, 'html');
      if (!parts.printToPdf)
        throw new AppError('state', msg('compliance.matrix.noPdf.message'), {
          fix: msg('compliance.matrix.noPdf.fix'),
        });
      const pdf = await parts.printToPdf(text);
      return { name: name.replace(/html$/, 'pdf'), base64: Buffer.from(pdf).toString('base64') };
    },
  };

  function exported(id: number, format: CallData<'matrix.export'>['format']) {
    const at = isoNow({ clock });
    return exportMatrix(show(id), matrices.cells(id), { format, source: parts.source(), at });
  }

  /** Asks again the questions that failed, and those answered before the time `before`. */
  function goOn(id: number, before: string): void {
    matrices.reopen(id, before);
    matrices.setState(id, 'running', null, null);
    runs.run(id);
  }
}

/** The distinct values. */
function once(values: readonly string[]): string[] {
  return [...new Set(values)];
}
