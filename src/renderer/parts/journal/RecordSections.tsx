import { Link, makeStyles, tokens } from '@fluentui/react-components';
import { OpenRegular } from '@fluentui/react-icons';
import { useId } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';
import { column, heading3, inlineRow, plainList, secondary, thinLine } from '../commonStyles.ts';
import type { RecordField, RecordSection } from './journalSections.ts';
import type { RecordValue } from './recordValues.ts';

const useStyles = makeStyles({
  root: { ...column, gap: tokens.spacingVerticalL },
  heading: {
    ...heading3,
    marginBottom: tokens.spacingVerticalXS,
    paddingBottom: tokens.spacingVerticalXXS,
    borderBottom: thinLine,
  },
  list: { margin: 0, display: 'grid', rowGap: tokens.spacingVerticalXS },
  field: {
    display: 'grid',
    gridTemplateColumns: 'minmax(8.5rem, 2fr) minmax(0, 4fr)',
    columnGap: tokens.spacingHorizontalM,
    '@container (max-width: 350px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  label: secondary,
  value: { margin: 0, minWidth: 0, overflowWrap: 'anywhere' },
  none: { color: tokens.colorNeutralForeground3 },
  values: plainList,
  link: { ...inlineRow, gap: '2px', minHeight: '24px', maxWidth: '100%' },
  address: { overflowWrap: 'anywhere', minWidth: 0 },
  icon: { flexShrink: 0 },
});

/** A record as text, section by section; web addresses open in the browser. */
export function RecordSections(props: { sections: readonly RecordSection[] }) {
  const styles = useStyles();
  return (
    <div className={styles.root}>
      {props.sections.map((section) => (
        <Section key={section.name} section={section} />
      ))}
    </div>
  );
}

function Section({ section }: { section: RecordSection }) {
  const styles = useStyles();
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {t(`journals.section.${section.name}`)}
      </h2>
      <dl className={styles.list}>
        {section.fields.map((field) => (
          <div key={field.path} className={styles.field}>
            <dt className={styles.label}>{field.label}</dt>
            <dd className={styles.value}>
              <Values field={field} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Values({ field }: { field: RecordField }) {
  const styles = useStyles();
  const [first, ...others] = field.values;
  if (!first) return <span className={styles.none}>{t('common.notGiven')}</span>;
  if (others.length === 0) return <Value value={first} />;
  // Short values share a line; links have their own lines.
  if (field.values.every(({ href }) => href === undefined)) {
    return field.values.map(({ text }) => text).join(' · ');
  }
  return (
    <ul className={styles.values}>
      {field.values.map((value) => (
        <li key={`${value.text} ${value.href}`}>
          <Value value={value} />
        </li>
      ))}
    </ul>
  );
}

function Value({ value }: { value: RecordValue }) {
  const styles = useStyles();
  if (value.href === undefined) return value.text;
  return (
    <Link className={styles.link} href={value.href} target="_blank" rel="noopener noreferrer">
      <span className={styles.address}>{value.text}</span>
      <OpenRegular className={styles.icon} aria-hidden="true" />
    </Link>
  );
}
