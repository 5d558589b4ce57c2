import type { ClientBase } from 'pg';
import { AppError, type ErrorCode } from '../../shared/errors.ts';
import { member } from '../../shared/json.ts';
import { type Message, msg } from '../../shared/message.ts';
import type { OfficeState } from '../../shared/office/office.ts';
import { readBlockers } from './presence.ts';

/** A state of the office that the user should know of. */
export interface OfficeProblem {
  state: OfficeState;
  message: Message;
  /** The message of PostgreSQL or the system. */
  details: string;
}

/** Error codes of PostgreSQL (appendix A of its manual). */
const ofPostgres: Record<string, OfficeState> = {
  '28P01': 'password',
  '28000': 'password',
  '25006': 'readOnly',
  '42501': 'notPermitted',
  '53100': 'full',
  // The person has stored as much as the office permits in a day.
  CPH04: 'quota',
  // The limit for waiting is over.
  '55P03': 'blocked',
  '3D000': 'missing',
  '3F000': 'missing',
  '42P01': 'missing',
};

/**
 * PostgreSQL: connection errors (08), too many clients (53300), shutdown or startup (57P). The system: network errors.
 */
const isOffline =
  /^(08|53300|57P|ECONN|EHOST|ENET|ENOTFOUND|ETIMEDOUT|EPIPE|EAI_)|timeout|Connection terminated|connection ended/;
const isCertificate =
  /^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)|does not support SSL|^ENOENT$/;

const codes: Partial<Record<OfficeState, ErrorCode>> = {
  offline: 'offline',
  notPermitted: 'not_allowed',
  missing: 'not_found',
  newerSchema: 'newer_data',
};

/** Returns the state of the office that an error means. */
export function officeProblem(error: unknown): OfficeProblem {
  if (error instanceof AppError) {
    const states: Partial<Record<ErrorCode, OfficeState>> = {
      newer_data: 'newerSchema',
      not_found: 'missing',
    };
    return { state: states[error.code] ?? 'olderSchema', message: error.full, details: error.details };
  }
  const details = error instanceof Error ? error.message : String(error);
  const state = stateOf(String(member(error, 'code') ?? ''), details);
  const message = state === 'blocked' ? msg('office.state.blockedBySomebody') : msg(`office.state.${state}`);
  return { state, message, details };
}

/** The same problem with the people whose open transaction the office is waiting for. */
export async function namingBlockers(client: ClientBase, problem: OfficeProblem): Promise<OfficeProblem> {
  const people = await readBlockers(client);
  return people.length === 0 ? problem : { ...problem, message: msg('office.state.blocked', { people }) };
}

/** The office did not take so many changes because of what they contain. */
export function notAccepted(count: number): OfficeProblem {
  return { state: 'notAccepted', message: msg('office.state.notAccepted', { count }), details: '' };
}

/** The same as an error for a call. */
export function officeError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { state, message, details } = officeProblem(error);
  return new AppError(codes[state] ?? 'state', message, { details, cause: error });
}

function stateOf(code: string, details: string): OfficeState {
  if (Object.hasOwn(ofPostgres, code)) return ofPostgres[code]!;
  if ([code, details].some((text) => isCertificate.test(text))) return 'certificate';
  return [code, details].some((text) => isOffline.test(text)) ? 'offline' : 'failed';
}
