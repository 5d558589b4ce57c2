import { makeStyles, Subtitle2, tokens } from '@fluentui/react-components';
import type { ApplicationEvent } from '../../../shared/application/applicationDraft.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { formatDateTime, formatRecent } from '../../state/format.ts';

const useStyles = makeStyles({
  heading: { margin: 0 },
  list: {
    listStyle: 'none',
    margin: 0,
    marginTop: tokens.spacingVerticalXS,
    padding: 0,
    display: 'grid',
    rowGap: tokens.spacingVerticalXS,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  when: { color: tokens.colorNeutralForeground2, marginRight: tokens.spacingHorizontalXS },
});

/** The events of an application, oldest first. */
export function Timeline({ events }: { events: readonly ApplicationEvent[] }) {
  const styles = useStyles();
  if (events.length === 0) return null;
  return (
    <section aria-labelledby="timeline-title">
      <Subtitle2 as="h2" id="timeline-title" className={styles.heading}>
        {t('application.timeline')}
      </Subtitle2>
      <ol className={styles.list}>
        {events.map((event) => (
          <li key={event.id}>
            <time className={styles.when} dateTime={event.at} title={formatDateTime(event.at)}>
              {formatRecent(event.at)}
            </time>
            {describe(event.message)}
          </li>
        ))}
      </ol>
    </section>
  );
}
