import type { ImportStatus } from '../../../shared/draft/importing.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';

/** Why imports failed. */
export function FailedList(props: { id: string; className: string; failed: readonly ImportStatus[] }) {
  return (
    <ul id={props.id} className={props.className} aria-label={t('import.failedList')}>
      {props.failed.map(({ id, name, message }) => (
        <li key={id}>{t('import.failed', { name, message: describe(message) })}</li>
      ))}
    </ul>
  );
}
