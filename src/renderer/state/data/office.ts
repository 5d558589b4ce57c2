import type { OfficeState, OfficeStatus, RecordRef } from '../../../shared/office/office.ts';
import { cachedAnswer, useCall } from './queries.ts';
import { useAccount } from './session.ts';

/** The state of the office; undefined while it is not known. */
export function useOffice() {
  return useCall('office.status', {}).data;
}

/** Returns true if this data folder belongs to an office, as far as is known. */
export function isInOffice(): boolean {
  return (cachedAnswer('office.status', {})?.state ?? 'off') !== 'off';
}

/** Who else has a record open, by name. */
export function peopleWith(open: OfficeStatus['open'] = [], { kind, id }: RecordRef): readonly string[] {
  return open.filter((one) => one.kind === kind && one.id === id).map(({ person }) => person);
}

/** Returns true if colleagues in an office share the account in use. */
export function useIsShared(): boolean {
  const id = useAccount()?.id;
  return useOffice()?.approvedOnly.some(({ accountId }) => accountId === id) ?? false;
}

/** Returns true if the office does not permit this person to send for the account, so that what is decided stays here. */
export function useDecidesAlone(accountId: string): boolean {
  const { members = [], me = '' } = useOffice() ?? {};
  return members.some((one) => one.accountId === accountId && one.person === me && !one.maySend);
}

/** States in which Colophon needs no help: waiting changes are sent automatically. */
export function isOfficeWell(state: OfficeState): boolean {
  return ['connecting', 'current', 'sending', 'offline'].includes(state);
}

/** States that end when the user joins again, with another address or password. */
export function needsJoining(state: OfficeState): boolean {
  return ['password', 'certificate', 'missing'].includes(state);
}
