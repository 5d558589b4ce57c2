import { readArticle } from '../../../shared/article/article.ts';
import type { Handlers } from '../../../shared/contract/contract.ts';
import { parseDoi } from '../../../shared/text/identifiers.ts';
import { fail } from '../../platform/failures.ts';
import type { App } from '../../services/createApp.ts';
import { proposeFromCrossref } from '../../sources/crossref/proposeFromCrossref.ts';

/** Proposes values from Crossref for drafts. */
export function crossrefHandlers(app: App): Pick<Handlers, 'drafts.askCrossref'> {
  const { drafts, journals } = app.stores;
  const { crossref, refuseIfOff } = app.sources;
  return {
    'drafts.askCrossref': async ({ draftId }) => {
      refuseIfOff();
      const { accountId, record } = drafts.get(draftId);
      const { doi: text, pissn, eissn } = readArticle(record);
      const doi = parseDoi(text);
      if (doi === null) throw fail('crossref.problem.noDoi');
      const answer = await crossref.work(accountId, doi);
      if (answer.state !== 'found') return { state: answer.state, proposed: null, fetchedAt: null };
      const own = (journals.cards(accountId) ?? []).filter(({ mine }) => mine);
      const isOwn = own.some((card) =>
        [card.pissn, card.eissn].some((issn) => issn !== null && (issn === pissn || issn === eissn)),
      );
      const proposed = await proposeFromCrossref(record, answer.work, { withAbstract: isOwn });
      return { state: 'found', proposed, fetchedAt: answer.fetchedAt };
    },
  };
}
