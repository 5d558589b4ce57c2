import type { Handlers } from '../../../shared/contract/contract.ts';
import {
  type Account,
  accountsNamed,
  type Dialect,
  directoryLimit,
} from '../../../shared/directory/account.ts';
import { AppError } from '../../../shared/errors.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { msg } from '../../../shared/message.ts';
import { visibleLine } from '../../../shared/text/visibleText.ts';
import { environmentKeyIn } from '../../platform/secrets/environmentKey.ts';
import { createDeadline, withDeadline } from '../deadline.ts';
import { readAnswer, readSecret } from '../readSecret.ts';
import { errorText, exitCodes, lineOf, rowOf, type Terminal } from '../terminal.ts';
import { withServices } from '../withServices.ts';

interface DataOption {
  data?: string;
}

/** Adds an account; tests its key from the terminal or standard input, and stores it in the keychain. */
export async function addAccount(
  name: string,
  options: DataOption & { base: string; dialect?: Dialect; username: string; wait: number },
  terminal: Terminal,
): Promise<number> {
  return withServices({ ...options, account: name }, terminal, async ({ handlers, subscribe }) => {
    const accounts = await handlers['accounts.list']({});
    if (accounts.some((account) => account.name === name)) {
      throw new AppError('input', msg('cli.error.accountExists', { name }));
    }
    const key = await readKey(name, terminal);
    const { base, dialect, username } = options;
    const account = await handlers['accounts.create']({
      name,
      base,
      dialect,
      username,
      rate: directoryLimit.perSecond,
    });
    const deadline = createDeadline(options.wait, subscribe);
    try {
      if (environmentKeyIn(terminal.environment) !== key)
        await deadline.within(handlers['accounts.setKey']({ id: account.id, key }));
      else {
        // The key stays in the environment, so it is tested without being stored.
        const { state, message } = await deadline.within(handlers['accounts.test']({ id: account.id }));
        if (state !== 'online')
          throw new AppError('state', msg('cli.account.notAdded', { name }), { why: message });
      }
    } catch (error) {
      const { id: plan } = await handlers['accounts.removePreview']({ id: account.id });
      await handlers['accounts.remove']({ plan, withDrafts: false });
      throw error;
    }
    const { keychain } = await handlers['app.info']({});
    const words = keychain.state === 'system' ? 'cli.account.added' : 'cli.account.addedNoKeychain';
    terminal.out(lineOf(t(words, { name })));
    return exitCodes.done;
  });
}

/** Prints the accounts, one per line or as a JSON list; never a key. */
export async function listAccounts(
  options: DataOption & { json?: boolean },
  terminal: Terminal,
): Promise<number> {
  return withServices(options, terminal, async ({ handlers }) => {
    const accounts = await handlers['accounts.list']({});
    if (options.json) terminal.out(`${JSON.stringify(accounts)}\n`);
    else for (const account of accounts) terminal.out(accountLine(account));
    return exitCodes.done;
  });
}

/** Tests the account at the directory. */
export async function testAccount(
  name: string,
  options: DataOption & { wait: number },
  terminal: Terminal,
): Promise<number> {
  return withDeadline({ ...options, account: name }, terminal, async ({ handlers }) => {
    const account = await findAccount(name, handlers);
    const connection = await handlers['accounts.test']({ id: account.id });
    const works = connection.state === 'online';
    terminal.out(
      lineOf(
        works
          ? t('cli.account.works', { name })
          : `${t('common.labelled', { label: name })} ${describe(connection.message)}`,
      ),
    );
    return works ? exitCodes.done : exitCodes.account;
  });
}

/** Tests and stores another key for the account, from the terminal or standard input, or removes the stored one. */
export async function changeKey(
  name: string,
  options: DataOption & { wait: number; remove?: boolean },
  terminal: Terminal,
): Promise<number> {
  return withDeadline({ ...options, account: name }, terminal, async ({ handlers }, deadline) => {
    const { id } = await findAccount(name, handlers);
    if (options.remove) {
      await handlers['accounts.removeKey']({ id });
      terminal.out(lineOf(t('cli.account.keyRemoved', { name })));
      return exitCodes.done;
    }
    const entered = await deadline.local(readKey(name, terminal));
    const { key } = await handlers['accounts.setKey']({ id, key: entered });
    terminal.out(
      lineOf(t(key === 'keychain' ? 'cli.account.keyStored' : 'cli.account.keyNotStored', { name })),
    );
    return exitCodes.done;
  });
}

/**
 * Lists what is lost with an account, and removes it if the user then types its name; without a terminal, or if the
 * user declines, only `--accept-loss` does, or it ends with exit code 1.
 */
export async function removeAccount(
  named: string,
  options: DataOption & { acceptLoss?: boolean },
  terminal: Terminal,
): Promise<number> {
  return withServices({ ...options, account: named }, terminal, async ({ handlers }) => {
    const { id, name } = await findAccount(named, handlers);
    const { id: plan, drafts, titles, uploads } = await handlers['accounts.removePreview']({ id });
    terminal.err(lineOf(t('cli.account.losesKey', { name })));
    if (drafts > 0) {
      terminal.err(lineOf(t('cli.account.losesDrafts', { count: drafts })));
      for (const title of titles) terminal.err(lineOf(`  ${title || t('common.untitled')}`));
      const more = drafts - titles.length;
      if (more > 0) terminal.err(lineOf(`  ${t('drafts.purgeDialog.more', { count: more })}`));
    }
    if (uploads > 0) terminal.err(lineOf(t('cli.account.losesUploads', { count: uploads })));
    const isConfirmed =
      options.acceptLoss || (await readAnswer(t('cli.account.typeName', { name }), terminal)) === name;
    if (!isConfirmed) {
      terminal.err(lineOf(t('cli.account.stays', { name })));
      return exitCodes.refused;
    }
    const { keyStays } = await handlers['accounts.remove']({ plan, withDrafts: true });
    if (keyStays) {
      terminal.err(lineOf(t('settings.accounts.removedWithoutKey', { name })));
      return exitCodes.account;
    }
    terminal.out(lineOf(t('cli.account.removed', { name })));
    return exitCodes.done;
  });
}

/**
 * The account with that id, or else the only one with that name. Throws AppError `not_found` if there is none, and
 * `input` if several have the name, which colleagues and windows may give twice; both list the accounts.
 */
export async function findAccount(name: string, handlers: Handlers): Promise<Account> {
  const accounts = await handlers['accounts.list']({});
  const [account, ...others] = accountsNamed(name, accounts);
  if (!account) {
    const names = accounts.map((one) => one.name).join(', ');
    throw new AppError('not_found', msg('cli.error.noAccount', { name, names }));
  }
  if (others.length === 0) return account;
  const listed = [account, ...others].map((one) => `${one.name}, ${one.base}, ${one.id}`).join('; ');
  throw new AppError('input', msg('cli.error.sameName', { name, accounts: listed }));
}

/** The named account, or all. */
export async function namedOrAllAccounts(name: string | undefined, handlers: Handlers): Promise<Account[]> {
  return name === undefined ? handlers['accounts.list']({}) : [await findAccount(name, handlers)];
}

/** The lines that report an error of one of several accounts. */
export function accountErrorText({ name }: Account, error: AppError): string {
  return `${visibleLine(t('common.labelled', { label: name }))} ${errorText(error)}`;
}

function accountLine(account: Account): string {
  return rowOf(account.name, account.base, account.dialect, t(`cli.account.keyPlace.${account.key}`));
}

/** The key from COLOPHON_API_KEY, a prompt without echo, or the first line of standard input. */
async function readKey(name: string, terminal: Terminal): Promise<string> {
  const given = environmentKeyIn(terminal.environment);
  const key = given ?? (await readSecret(t('cli.account.keyPrompt', { name }), terminal)).trim();
  if (key === '') throw new AppError('input', msg('cli.error.noKey'));
  return key;
}
