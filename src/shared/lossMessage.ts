import { type Message, msg } from './message.ts';

/** "2 drafts and 1 application or Update Request"; kinds with a count of 0 are left out; null if both are 0. */
export function lossMessage({
  drafts,
  applications,
}: {
  drafts: number;
  applications: number;
}): Message | null {
  const ofDrafts = drafts > 0 ? msg('backups.lossDrafts', { count: drafts }) : null;
  const ofApplications = applications > 0 ? msg('backups.lossApplications', { count: applications }) : null;
  return ofDrafts && ofApplications
    ? msg('backups.lossBoth', { drafts: ofDrafts, applications: ofApplications })
    : (ofDrafts ?? ofApplications);
}
