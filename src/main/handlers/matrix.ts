import type { Matrix } from '../../shared/compliance/complianceCheck.ts';
import { readIssn, readRor } from '../../shared/compliance/readQuestion.ts';
import type { CallData, HandlersOf } from '../../shared/contract/contract.ts';
import { exportMatrix } from '../compliance/exportMatrix.ts';
import { isoNow } from '../platform/clock.ts';
import { fail } from '../platform/failures.ts';
import type { App } from '../services/createApp.ts';
import type { Stores } from '../services/createStores.ts';
import { keepRemoved, undoably } from './undoably.ts';

/** The maximum number of questions in one matrix: about three hours at the service's limit. */
const maxCells = 100_000;
const minutesOfDay = 24 * 60;

/** The calls `matrix.*`: questions about many journals with many funders and organisations, asked in the background. */
export function matrixHandlers(app: App): HandlersOf<'matrix'> {
  const { publish, clock } = app;
  const { matrices, funders: knownFunders } = app.stores;
  const { runs, asker, limiter, source } = app.checker;
  const { printToPdf } = app.options;
  const show = (id: number): Matrix => runs.show(matrices.get(id));
  const changed = (id: number): Matrix => {
    const matrix = show(id);
    publish('matrix.changed', matrix);
    return matrix;
  };

  type Asked = Pick<CallData<'matrix.start'>, 'issns' | 'funders' | 'rors' | 'lang' | 'maxAge'>;
  function axesOf({ issns, funders, rors }: Asked): Pick<Matrix, 'journals' | 'funders' | 'organisations'> {
    const axes = {
      journals: once(issns.map(readIssn)).map((issn) => ({ issn, title: titleOf(app.stores, issn) || issn })),
      funders: once(funders).map((id) => ({ id, name: knownFunders.get(id)?.name ?? id })),
      organisations: once(rors.length === 0 ? [''] : rors.map(readRor)).map((ror) => ({ ror, name: ror })),
    };
    if (axes.journals.length * axes.funders.length * axes.organisations.length <= maxCells) return axes;
    throw fail('compliance.matrix.tooLarge', { most: maxCells });
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
      // Each funder's cards and texts, in English, too, are requested once.
      const documents = (lang === 'en' ? 2 : 3) * funders.length;
      const requests = cells - kept + (cells > kept ? documents : 0);
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
    'matrix.pause': ({ id }) => pause(id),
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
      // A restored matrix waits for the user to continue it.
      const { name } = await pause(id);
      const cells = matrices.cells(id).map((cell) => cell.id);
      const about = { accountId: null, kind: 'removeMatrix' as const, subject: String(id), name };
      await undoably(app, about, async (step) => {
        await keepRemoved(app, step, 'matrices', [id]);
        await keepRemoved(app, step, 'matrix_cells', cells);
        matrices.remove(id);
        return {};
      });
      return null;
    },
    'matrix.export': ({ id, format }) => exported(id, format),
    'matrix.pdf': async ({ id }) => {
      const { name, text } = exported(id, 'html');
      if (!printToPdf) throw fail('compliance.matrix.noPdf');
      const pdf = await printToPdf(text);
      return { name: name.replace(/html$/, 'pdf'), base64: Buffer.from(pdf).toString('base64') };
    },
  };

  async function pause(id: number): Promise<Matrix> {
    if (matrices.get(id).state === 'running') matrices.setState(id, 'paused', null, null);
    await runs.pause(id);
    return changed(id);
  }

  function exported(id: number, format: CallData<'matrix.export'>['format']) {
    return exportMatrix(show(id), matrices.cells(id), { format, at: isoNow({ clock }) });
  }

  /** Asks again the questions that failed, those answered before the time `before`, and those answered by somebody else. */
  function goOn(id: number, before: string): void {
    matrices.reopen(id, { before, now: isoNow({ clock }), source: source() });
    matrices.setState(id, 'running', null, null);
    runs.run(id);
  }
}

/** The title of the journal with this ISSN in any account; empty if it is unknown. */
function titleOf({ accounts, journals }: Stores, issn: string): string {
  const known = accounts.list().flatMap(({ id }) => journals.cards(id) ?? []);
  return known.find(({ pissn, eissn }) => pissn === issn || eissn === issn)?.title ?? '';
}

/** The distinct values. */
function once(values: readonly string[]): string[] {
  return [...new Set(values)];
}
