import type { OfficeState } from '../../shared/office/office.ts';
import { useCall } from './queries.ts';
import { useAccount } from './session.ts';

/** The state of the office; undefined while it is not known. */
export function useOffice() {
  return useCall('office.status', {}).data;
}

/** Colleagues in an office share the account in use. */
export function useIsShared(): boolean {
  const id = useAccount()?.id;
  return useOffice()?.approvedOnly.some(({ accountId }) => accountId === id) ?? false;
}

/** States in which Colophon needs no help: what waits is sent by itself. */
export function isOfficeWell(state: OfficeState): boolean {
  return ['connecting', 'current', 'sending', 'offline'].includes(state);
}

/** States that end when the user joins again, with another address or password. */
export function needsJoining(state: OfficeState): boolean {
  return ['password', 'certificate', 'missing'].includes(state);
}
