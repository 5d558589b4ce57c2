import { randomUUID } from 'node:crypto';
import type { HandlersOf } from '../../shared/contract/contract.ts';
import type { Account } from '../../shared/directory/account.ts';
import { dialectOf, withDialect } from '../../shared/directory/dialects.ts';
import { AppError } from '../../shared/errors.ts';
import { msg } from '../../shared/message.ts';
import { maxNamed } from '../../shared/plan.ts';
import { isoNow } from '../platform/clock.ts';
import { fail } from '../platform/failures.ts';
import { originIfAny, originOf } from '../platform/network/origin.ts';
import { OriginKey } from '../platform/network/originKey.ts';
import { createPlans } from '../platform/plans.ts';
import { keyMissing } from '../remote/answers.ts';
import { checkBase, checkDialect } from '../remote/baseAddress.ts';
import type { DirectoryAccess } from '../remote/directoryAccess.ts';
import type { App } from '../services/createApp.ts';

/** The public directory's addresses (reference/directory-api.md 1.1). */
const presets = [
  { id: 'public-4', base: 'https://doaj.org/api/v4/', dialect: '4.0' },
  { id: 'public-3', base: 'https://doaj.org/api/v3/', dialect: '3.0.1' },
] as const;

/** The calls `accounts.*`. A key comes in through `setKey` and is never returned. */
export function accountHandlers(app: App): HandlersOf<'accounts'> {
  const { access, directory, uploads, applications, deletions, watch } = app;
  const store = app.stores.accounts;

  function changed(id: string): Account {
    app.publish('accounts.changed', {});
    return access.get(id);
  }

  /**
   * An upload and a deletion keep the address they were started with, and so does an application whose outcome is
   * unknown.
   */
  function refuseWhileSending(id: string): void {
    const isBusy = uploads.list(id).some(({ state, counts: { sending, accepted, unsure } }) => {
      const isOpen = state === 'running' || state === 'paused' || state === 'reading';
      return isOpen || sending + accepted + unsure > 0;
    });
    if (isBusy || applications.isBusy(id) || deletions.isBusy(id)) throw fail('directory.account.busy');
  }

  /** Another address, or another name there, is another account, which colleagues did not agree to. */
  function refuseIfShared({ id, name }: Account): void {
    if (!app.office?.sending.delegates(id)) return;
    throw fail('office.error.sharedAccount', { name });
  }

  /** Work that waited for the account's key or address goes on. */
  function continueWork(id: string): void {
    uploads.accountReady(id);
    applications.accountReady(id);
    deletions.wake(id);
    watch.accountReady(id);
  }

  async function test(id: string): Promise<void> {
    const key = await access.key(id);
    if (key === null) throw access.keyProblem(id) ?? keyMissing();
    await directory.client(id).tryKey(key);
  }

  const removals = createPlans<{ id: string; drafts: number; newest: string }>();
  return {
    'accounts.list': () => access.list(),
    'accounts.profile': ({ id }) => app.serverProfiles.get(id),
    'accounts.askProfile': ({ id }) => app.serverProfiles.ask(id),
    'accounts.presets': () =>
      presets.map((preset) => ({ ...preset, name: msg(`directory.preset.${preset.id}`) })),
    'accounts.create': (input) => {
      const base = checkBase(input.base);
      const account: Account = {
        ...input,
        base,
        dialect: checkDialect(base, input.dialect),
        id: randomUUID(),
        kind: 'directory',
        key: 'missing',
        createdAt: isoNow(app),
      };
      // First, so that no account is left without it if the program ends in between.
      access.chooseOrigin(account.id, base);
      store.insert(account);
      return changed(account.id);
    },
    'accounts.update': async ({ id, ...change }) => {
      const before = store.get(id);
      const { base, dialect } = addressAfter(before, change);
      const { username = before.username } = change;
      if (base !== before.base || dialect !== before.dialect || username !== before.username)
        refuseIfShared(before);
      if (base !== before.base || dialect !== before.dialect) refuseWhileSending(id);
      store.update(id, { ...change, base, dialect });
      // A key belongs to the directory that issued it: it is never sent to another host.
      const isMoved = originIfAny(base) !== originIfAny(before.base);
      if (isMoved) access.forgetOrigin(id);
      const hasOldKey = isMoved && !(await access.removeKey(id));
      if (base !== before.base || change.rate !== undefined) directory.accountChanged(id);
      if (dialect !== before.dialect) app.recheckAll(id);
      // Work that waited because of the address can continue now.
      if (base !== before.base || dialect !== before.dialect) applications.accountReady(id);
      const account = changed(id);
      if (hasOldKey) throw fail('directory.account.keyStays', { name: account.name });
      return account;
    },
    'accounts.removePreview': ({ id }) => {
      const drafts = store.draftCount(id);
      return {
        id: removals.keep({ id, drafts, newest: store.newestDraft(id) }),
        drafts,
        titles: store.titles(id, maxNamed),
        uploads: store.uploadCount(id),
      };
    },
    'accounts.remove': async ({ plan, withDrafts }) => {
      const { id, ...shown } = removals.take(plan).listed;
      if (store.get(id).kind === 'sandbox')
        throw new AppError('state', msg('directory.account.sandboxStays'));
      const drafts = store.draftCount(id);
      if (drafts > 0 && !withDrafts) {
        throw fail('directory.account.hasDrafts', { count: drafts });
      }
      if (drafts !== shown.drafts || store.newestDraft(id) !== shown.newest)
        throw new AppError('state', msg('directory.account.changedSince.message', { count: drafts }), {
          fix: msg('plan.gone.fix'),
        });
      await app.office?.withdraw(id);
      await uploads.forget(id);
      await applications.forget(id);
      await deletions.forget(id);
      const isRemoved = await access.removeKey(id);
      access.forgetOrigin(id);
      directory.forget(id);
      await store.remove(id);
      app.publish('accounts.changed', {});
      return { keyStays: !isRemoved };
    },
    'accounts.setKey': async ({ id, key }) => {
      if (store.get(id).kind === 'sandbox') throw new AppError('state', msg('directory.account.sandboxKey'));
      const { base } = store.get(id);
      const origin = originOf(base);
      app.log.hide(key);
      await directory.client(id).tryKey(new OriginKey(key, origin));
      // The key was tested there, and nobody entered it for another directory.
      if (store.get(id).base !== base) throw moved();
      await access.keepKey(id, origin, key);
      directory.setConnection(id, 'online', null);
      continueWork(id);
      return changed(id);
    },
    'accounts.removeKey': async ({ id }) => {
      const isRemoved = await access.removeKey(id);
      directory.setConnection(id, 'key_missing', msg('directory.connection.keyMissing'));
      const account = changed(id);
      if (!isRemoved) throw fail('directory.account.keyStays', { name: account.name });
      return account;
    },
    'accounts.confirmOrigin': ({ id, origin }) => {
      // Only what was shown and confirmed counts, whatever the address is by now.
      if (originIfAny(store.get(id).base) !== origin) throw moved();
      access.confirmOrigin(id);
      directory.setConnection(id, 'unknown', null);
      continueWork(id);
      return changed(id);
    },
    'accounts.test': async ({ id }) => {
      try {
        await test(id);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        explainConnection(directory, id, error);
      }
      return directory.connection(id);
    },
    'accounts.connection': ({ id }) => directory.connection(store.get(id).id),
    'accounts.limiter': ({ id }) => directory.limiterStatus(store.get(id).id),
    'accounts.switchTo4': ({ id }) => {
      const { base } = store.get(id);
      store.update(id, { base: withDialect(base, '4.0'), dialect: '4.0' });
      directory.accountChanged(id);
      app.recheckAll(id);
      continueWork(id);
      return changed(id);
    },
  };
}

/**
 * Address and dialect after a change; one that is not given follows the other. Throws AppError `input` if they
 * contradict each other.
 */
function addressAfter(
  before: Account,
  change: Partial<Pick<Account, 'base' | 'dialect'>>,
): Pick<Account, 'base' | 'dialect'> {
  const { base, dialect } = change;
  if (before.kind === 'sandbox') return { base: before.base, dialect: dialect ?? before.dialect };
  if (base === undefined) {
    return dialect === undefined ? before : { base: withDialect(before.base, dialect), dialect };
  }
  const address = checkBase(base);
  return { base: address, dialect: checkDialect(address, dialect ?? dialectOf(address) ?? before.dialect) };
}

/** The result of a test as a connection; the client has already reported most of it. */
function explainConnection(directory: DirectoryAccess, id: string, error: AppError): void {
  const message = error.brief;
  if (error.code === 'key_refused' || error.code === 'key_missing' || error.code === 'offline') {
    directory.setConnection(id, error.code, message);
  } else directory.setConnection(id, 'failing', message);
}

function moved(): AppError {
  return fail('directory.account.moved');
}
