import type { HandlersOf } from '../../shared/contract/contract.ts';
import { maxNamed } from '../../shared/plan.ts';
import { type FindingKind, findingKinds } from '../../shared/watch/findingKinds.ts';
import { isTransferred } from '../../shared/watch/isTransferred.ts';
import type { WatchedJournal } from '../../shared/watch/watch.ts';
import { draftLike, takeArticle } from '../comparisons/takeArticle.ts';
import { isoNow } from '../platform/clock.ts';
import { idsToPublish } from '../platform/events.ts';
import { createPlans } from '../platform/plans.ts';
import type { App } from '../services/createApp.ts';
import { inBatches } from '../store/inBatches.ts';
import { type ActionParts, applyActions, isSending, listActions, type WatchPlan } from '../watch/actions.ts';
import { undoably } from './undoably.ts';

/** Findings that a summary names of each kind. */
const maxLines = 100;
const day = 24 * 3_600_000;

/** The calls `watch.*`: what the directory does on its own, and putting it right. */
export function watchHandlers(app: App): HandlersOf<'watch'> {
  const { access, watch, context, clock, publish } = app;
  const { findings, ledger, watches: store, toCompare: drafts, draftSync, transaction } = app.stores;
  const plans = createPlans<WatchPlan>();
  const parts: ActionParts = {
    ledger,
    findings,
    store,
    drafts,
    draftSync,
    takeArticle: (accountId, article, step) =>
      takeArticle({ drafts, context, clock }, accountId, article, step),
    draftLike: (accountId, article) => draftLike(drafts, accountId, article),
    transaction,
    context,
    clock,
  };
  const changed = (accountId: string) => publish('watch.changed', { accountId });
  const idsOf = (accountId: string, kind: FindingKind, which: readonly number[] | null) =>
    which ?? findings.openIds(accountId, kind);
  const stateOfLost = (accountId: string, id: string): WatchedJournal['state'] =>
    isTransferred(findings.last(accountId, 'withdrawn', id)) ? 'transferred' : 'withdrawn';

  return {
    'watch.state': ({ accountId }) => {
      access.get(accountId);
      return watch.state(accountId);
    },
    'watch.start': ({ accountId, isInventory }) => watch.now(accountId, { isInventory }),
    'watch.stop': ({ accountId }) => watch.stop(accountId),
    'watch.findings': ({ accountId, ...page }) => findings.list(accountId, page),
    'watch.finding': ({ accountId, id }) => findings.get(accountId, id),
    'watch.leave': async ({ accountId, kind, which, isLeft }) => {
      let count = 0;
      const at = isoNow(app);
      const leave = (id: number) =>
        isLeft ? findings.decide(accountId, id, { decision: 'left', at }) : findings.reopen(accountId, id);
      try {
        await inBatches(idsOf(accountId, kind, which), (slice) => {
          transaction(() => {
            for (const id of slice) if (leave(id)) count++;
          });
        });
      } finally {
        changed(accountId);
      }
      return { count };
    },
    'watch.preview': async ({ accountId, kind, which, action }) => {
      access.get(accountId);
      const listed = await listActions(
        parts,
        { accountId, kind, action },
        {
          ids: idsOf(accountId, kind, which),
          readThere: (remoteIds) => watch.readThere(accountId, remoteIds),
        },
      );
      const { left, ...plan } = listed;
      return {
        id: plans.keep(plan),
        count: plan.items.length,
        titles: plan.items.slice(0, maxNamed).map(({ title }) => title),
        left: left.slice(0, maxNamed),
        leftCount: left.length,
        isSent: isSending(action),
      };
    },
    'watch.apply': async ({ plan }) => {
      const confirmed = plans.take(plan);
      const { accountId, action } = confirmed.listed;
      const done = await undoably(app, { accountId, kind: 'putRight', subject: action }, (step) =>
        applyActions(parts, confirmed, step),
      );
      const { draftIds, others, since, undoId } = done;
      if (draftIds.length > 0)
        publish('drafts.changed', { accountId, ids: idsToPublish([...draftIds, ...others]) });
      changed(accountId);
      const toSend = isSending(action) && draftIds.length > 0 ? { ids: draftIds } : null;
      return { count: draftIds.length, toSend, since, undoId };
    },
    'watch.summary': ({ accountId, days }) => {
      const to = isoNow(app);
      const from = new Date(clock.now() - days * day).toISOString();
      return {
        from,
        to,
        present: ledger.present(accountId),
        putRight: findings.putRightSince(accountId, from),
        kinds: findingKinds.map((kind) => ({ kind, ...findings.since(accountId, from, kind, maxLines) })),
      };
    },
    'watch.links': ({ accountId }) => {
      access.get(accountId);
      return app.sources.linkRotation.state(accountId);
    },
    'watch.checkLinks': ({ accountId, which }) => {
      access.get(accountId);
      app.sources.refuseIfOff();
      const addresses = app.sources.linkFindings.addresses(accountId, which);
      return app.sources.links.start(accountId, { addresses, withoutLinks: 0, unopened: 0 });
    },
    'watch.history': ({ accountId }) =>
      store.days(accountId).map((one) => ({ ...one, ...findings.until(accountId, one.day) })),
    'watch.journals': ({ accountId }) =>
      store
        .journals(accountId)
        .map(({ id, state, issns, facts }) => ({
          id,
          title: String(facts.values['bibjson.title'] ?? ''),
          issns,
          state: state === 'present' ? state : stateOfLost(accountId, id),
          // Search does not say when staff last edited it.
          updatedAt: facts.editedAt || facts.updatedAt,
          reviewedAt: facts.reviewedAt,
          articles: ledger.presentOf(accountId, id),
          differences: findings.openOne(accountId, 'journal', id)?.differences ?? [],
        }))
        .sort((one, other) => one.updatedAt.localeCompare(other.updatedAt)),
    'watch.mail': ({ accountId, text }) => {
      access.get(accountId);
      return watch.matchMail(accountId, text);
    },
  };
}
