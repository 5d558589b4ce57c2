import { t } from './i18n.ts';

/** "12 drafts · 3 applications and Update Requests": the contents of a backup in one line. */
export function countsText({ drafts, applications }: { drafts: number; applications: number }): string {
  return [
    t('backups.lossDrafts', { count: drafts }),
    t('backups.lossApplications', { count: applications }),
  ].join(' · ');
}
