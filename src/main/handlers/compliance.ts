import { agreementsNote, isOver } from '../../shared/compliance/compliance.ts';
import type { ComplianceQuestion } from '../../shared/compliance/complianceCheck.ts';
import { codeMessage, qualificationMessage, readLanguagePack } from '../../shared/compliance/languagePack.ts';
import { readIssn, readQuestion, readRor } from '../../shared/compliance/readQuestion.ts';
import type { HandlersOf } from '../../shared/contract/contract.ts';
import { type Message, msg } from '../../shared/message.ts';
import { readAgreements, readSuggestions } from '../remote/checkerAnswers.ts';
import { pathPart } from '../remote/pathPart.ts';
import type { App } from '../services/createApp.ts';
import { keepRemoved, undoably } from './undoably.ts';

/** The calls `compliance.*`: single questions, earlier answers, the funders, and agreements. */
export function complianceHandlers(app: App): HandlersOf<'compliance'> {
  const { clock, publish } = app;
  const { funders, checks } = app.stores;
  const { asker, client, source } = app.checker;
  return {
    'compliance.funders': () => funders.list(),
    'compliance.saveFunder': (funder) => {
      const saved = funders.save({ ...funder, id: funder.id.toWellFormed() });
      publish('compliance.fundersChanged', {});
      return saved;
    },
    'compliance.removeFunder': async ({ id }) => {
      const name = funders.get(id)?.name ?? '';
      await undoably(app, { accountId: null, kind: 'removeFunder', subject: id, name }, async (step) => {
        await keepRemoved(app, step, 'funders', [id]);
        funders.remove(id);
        publish('compliance.fundersChanged', {});
        return {};
      });
      return null;
    },
    'compliance.check': ({ maxAge, ...asked }) => {
      const question = readQuestion(asked);
      return asker.kept(question, maxAge) ?? asker.ask(question);
    },
    'compliance.get': ({ id }) => checks.get(id),
    'compliance.history': (asked) => checks.history(source(), readQuestion(asked)),
    'compliance.suggest': async ({ kind, text }) => {
      const wanted = text.trim().replaceAll(/\s+/g, ' ');
      if (wanted === '') return [];
      return readSuggestions(kind, await client.get(`suggest/${kind}/${pathPart(wanted)}`, {}));
    },
    'compliance.agreements': async ({ issn, ror }) => {
      const asked: Pick<ComplianceQuestion, 'issn' | 'ror'> = { issn: readIssn(issn), ror: readRor(ror) };
      const { compliant, agreements, results } = readAgreements(await client.get('ta', asked));
      const pack = readLanguagePack({});
      const now = new Date(clock.now());
      return {
        compliant,
        agreements: agreements.map((one) => ({ ...one, isOver: isOver(one, now) })),
        qualifications: once(
          results.flatMap((one) => one.qualifications.map(({ id }) => qualificationMessage(pack, id))),
        ),
        log: once(
          results
            .flatMap(({ log }) => log.filter(({ code }) => !isMeaning(code)))
            .map(({ code }) => codeMessage(pack, 'ta', code)),
        ),
        meaning:
          compliant === 'yes' ? agreementsNote(agreements, now) : msg(`compliance.agreements.${compliant}`),
      };
    },
  };
}

/** Says no more than the meaning of the answer. */
function isMeaning(code: string): boolean {
  return code === 'TA.Exists' || code === 'TA.NoTA';
}

function once(messages: readonly (Message | null)[]): Message[] {
  const unique = new Map(messages.map((one) => [JSON.stringify(one), one]));
  return [...unique.values()].filter((one) => one !== null);
}
