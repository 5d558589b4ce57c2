import { isAbsolute, resolve } from 'node:path';
import type { Handlers } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/errors.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { msg } from '../../../shared/message.ts';
import type { AccountPreview, OfficeStatus } from '../../../shared/office/office.ts';
import { parseOfficeAddress, writeOfficeAddress } from '../../../shared/office/officeAddress.ts';
import { placeOf } from '../../../shared/office/placeOf.ts';
import { readSecret } from '../readSecret.ts';
import { exitCodes, lineOf, rowOf, type Terminal } from '../terminal.ts';
import { withServices } from '../withServices.ts';
import { worded } from '../worded.ts';
import { officeSql } from './officeSql.ts';

interface OfficeOptions {
  json?: boolean;
  data?: string;
}

/** Creates an office in the tables that the administrator prepared, and joins it. */
export async function createOffice(
  address: string,
  options: OfficeOptions,
  terminal: Terminal,
): Promise<number> {
  return withServices({ ...options, isIdle: true }, terminal, async ({ handlers }) => {
    const login = await readLogin(address, terminal);
    await handlers['office.create'](login);
    const { id: plan } = await handlers['office.preview'](login);
    return printStatus(await handlers['office.join']({ plan }), handlers, options, terminal);
  });
}

/** Shows what joining an office would merge, and joins it unless it is a dry run. */
export async function joinOffice(
  address: string,
  options: OfficeOptions & { dryRun?: boolean },
  terminal: Terminal,
): Promise<number> {
  return withServices({ ...options, isIdle: true }, terminal, async ({ handlers }) => {
    const login = await readLogin(address, terminal);
    const { id: plan, accounts } = await handlers['office.preview'](login);
    if (options.dryRun && options.json) terminal.out(`${JSON.stringify(accounts)}\n`);
    else if (!options.json) for (const account of accounts) terminal.out(previewLine(account));
    if (options.dryRun) return exitCodes.done;
    return printStatus(await handlers['office.join']({ plan }), handlers, options, terminal);
  });
}

/** Sends and fetches changes, and prints the state; exit code 1 with conflicts, 3 if the office cannot be followed. */
export async function showOffice(options: OfficeOptions, terminal: Terminal): Promise<number> {
  return withServices(options, terminal, async ({ handlers }) => {
    const status = await handlers['office.status']({ waits: true });
    return printStatus(status, handlers, options, terminal);
  });
}

/**
 * Leaves the office; a copy of everything stays here. Needs `--accept-loss` if changes have not reached it or something
 * is queued, or ends with exit code 1.
 */
export async function leaveOffice(
  options: OfficeOptions & { acceptLoss?: boolean },
  terminal: Terminal,
): Promise<number> {
  return withServices({ ...options, isIdle: true }, terminal, async ({ handlers }) => {
    const { id: plan, waiting, queued } = await handlers['office.leavePreview']({});
    if (waiting > 0) terminal.err(lineOf(t('cli.office.leaveWaiting', { count: waiting })));
    if (queued > 0) terminal.err(lineOf(t('cli.office.leaveQueued', { count: queued })));
    if (waiting + queued > 0 && !options.acceptLoss) {
      terminal.err(lineOf(t('cli.office.stays')));
      return exitCodes.refused;
    }
    const status = await handlers['office.leave']({ plan });
    terminal.out(options.json ? `${JSON.stringify(worded(status))}\n` : `${t('cli.office.left')}\n`);
    return exitCodes.done;
  });
}

interface SqlOptions {
  database: string;
  readOnly?: boolean;
  sending: boolean;
  mayCreate?: boolean;
  account?: string;
  remove?: boolean;
}

/** Prints the statements with which the administrator sets up the database, or a person. */
export async function printOfficeSql(
  person: string | undefined,
  options: SqlOptions,
  terminal: Terminal,
): Promise<number> {
  const { database, readOnly = false, sending, mayCreate = false, account = null } = options;
  const option = optionOfPerson(options);
  if (person === undefined && option !== undefined)
    throw new AppError('input', msg('cli.office.whose', { option }));
  const rights = { mayEdit: !readOnly, maySend: !readOnly && sending, mayCreate, account };
  const named =
    person === undefined ? null : { name: person, rights: options.remove === true ? null : rights };
  terminal.out(officeSql(database, named));
  return exitCodes.done;
}

/** One of the given options that say what a person may do; undefined: there is none. */
function optionOfPerson({ remove, readOnly, sending, mayCreate, account }: SqlOptions): string | undefined {
  const given = {
    '--remove': remove,
    '--read-only': readOnly,
    '--no-sending': !sending,
    '--may-create': mayCreate,
    '--account': account !== undefined,
  };
  return Object.entries(given).find(([, isGiven]) => isGiven)?.[0];
}

/** The password from the address, COLOPHON_OFFICE_PASSWORD, a prompt or standard input. */
async function readLogin(address: string, terminal: Terminal) {
  const { user, host, password } = parseOfficeAddress(address);
  const given = password ?? terminal.environment.COLOPHON_OFFICE_PASSWORD;
  const prompt = t('cli.office.passwordPrompt', { user, host });
  return { address: withWholePath(address), password: given ?? (await readSecret(prompt, terminal)) };
}

/** The address with the whole path of its certificate: it is stored, and read by programs that run in other folders. */
export function withWholePath(address: string): string {
  const parsed = parseOfficeAddress(address);
  const { certificateFile } = parsed;
  if (certificateFile === null || isAbsolute(certificateFile)) return address;
  return writeOfficeAddress({ ...parsed, certificateFile: resolve(certificateFile) });
}

function previewLine(account: AccountPreview): string {
  const { name, base, same, newerHere, newerThere, different } = account;
  const counts = { same, newerHere, newerThere, different };
  return rowOf(name, base, t(`cli.office.account.${placeOf(account)}`), t('cli.office.preview', counts));
}

async function printStatus(
  status: OfficeStatus,
  handlers: Handlers,
  { json }: OfficeOptions,
  terminal: Terminal,
): Promise<number> {
  const conflicts = status.conflicts > 0 ? await handlers['office.conflicts']({}) : [];
  if (json) terminal.out(`${JSON.stringify(worded({ ...status, list: conflicts }))}\n`);
  else {
    terminal.out(lineOf(describe(status.message)));
    if (status.address !== null) terminal.out(lineOf(t('cli.office.address', { address: status.address })));
    if (status.waiting > 0 && status.state !== 'sending')
      terminal.out(lineOf(t('office.state.sending', { count: status.waiting })));
    if (status.unreadable > 0) terminal.out(lineOf(t('office.unreadable', { count: status.unreadable })));
    if (status.people.length > 0) {
      const people = status.people.map(({ person, version }) => `${person} (${version})`).join(', ');
      terminal.out(lineOf(t('cli.office.people', { people })));
    }
    const accounts = status.senders.length > 0 ? await handlers['accounts.list']({}) : [];
    for (const { accountId, person, left: count } of status.senders) {
      const name = accounts.find(({ id }) => id === accountId)?.name ?? '?';
      terminal.out(lineOf(t('cli.office.sender', { person, name, count })));
    }
    for (const { title, changedBy, fields } of conflicts) {
      const paths = fields.map(({ path }) => path || t('cli.office.deletion')).join(', ');
      terminal.out(lineOf(t('cli.office.conflict', { title: title || '?', person: changedBy, paths })));
    }
  }
  if (!['off', 'connecting', 'current', 'sending'].includes(status.state)) return exitCodes.account;
  return conflicts.length > 0 ? exitCodes.refused : exitCodes.done;
}
