import { activePack, shippedPack } from '../../shared/rulePack/rulePack.ts';
import type { Task } from '../platform/scope.ts';
import type { Stores } from './createStores.ts';

declare const COLOPHON_RULES: string | undefined;

/** Names the rules of this program: a hash of their sources, which the build gives; one name for sources that run directly. */
const ownRules = typeof COLOPHON_RULES === 'undefined' ? 'sources' : COLOPHON_RULES;

/** The rules of this program, or `given`, together with the rule pack that they follow if it is not Colophon's own. */
export function rulesInUse(given = ownRules): string {
  const pack = activePack();
  return pack === shippedPack() ? given : `${given} ${pack.version}`;
}

/**
 * Marks all drafts to be checked again, and checks the applications in the background, if their findings were stored by
 * a program with other rules. Until that has ended, every start does so.
 */
export function followRules(parts: {
  rules: string;
  stores: Pick<Stores, 'accounts' | 'linkChecks' | 'settings'>;
  recheckApplications: (accountId: string) => Task;
  run: (name: string, work: (signal: AbortSignal) => Promise<void>) => unknown;
}): void {
  const { rules, stores } = parts;
  const last = stores.settings.rules();
  if (last === rules) return;
  if (last === null) {
    // A new data file has no findings yet.
    stores.settings.setRules(rules);
    return;
  }
  stores.linkChecks.markDrafts();
  parts.run('rules', async (signal) => {
    await Promise.all(stores.accounts.list().map(({ id }) => parts.recheckApplications(id).ended));
    // Drafts remember by themselves how far they are.
    if (!signal.aborted) stores.settings.setRules(rules);
  });
}
