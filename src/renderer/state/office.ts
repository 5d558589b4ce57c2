import type { OfficeState } from '../../shared/office/office.ts';
import { useCall } from './queries.ts';

/** The state of the office; undefined while it is not known. */
export function useOffice() {
  return useCall('office.status', {}).data;
}

/** States in which Colophon needs no help: what waits is sent by itself. */
export function isOfficeWell(state: OfficeState): boolean {
  return ['connecting', 'current', 'sending', 'offline'].includes(state);
}

/** States that end when the user joins again, with another address or password. */
export function needsJoining(state: OfficeState): boolean {
  return ['password', 'certificate', 'missing'].includes(state);
}
