import { t } from './words.ts';

/** "2 drafts and 1 application or Update Request"; what there is none of is left out, and empty where there is neither. */
export function lossWords({ drafts, applications }: { drafts: number; applications: number }): string {
  const parts = [
    drafts > 0 ? t('backups.lossDrafts', { count: drafts }) : '',
    applications > 0 ? t('backups.lossApplications', { count: applications }) : '',
  ].filter((part) => part !== '');
  return parts.length === 2
    ? t('backups.lossBoth', { drafts: parts[0], applications: parts[1] })
    : (parts[0] ?? '');
}

/** "12 drafts and 0 applications and Update Requests": what a backup holds, in a line. */
export function countWords({ drafts, applications }: { drafts: number; applications: number }): string {
  return [
    t('backups.lossDrafts', { count: drafts }),
    t('backups.lossApplications', { count: applications }),
  ].join(' · ');
}
