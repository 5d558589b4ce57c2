import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { LockClosed16Regular } from '@fluentui/react-icons';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { fieldText } from '../../../shared/i18n/fieldText.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { applicationForm } from '../../parts/application/applicationDefinition.ts';
import { FieldLines } from '../../parts/application/FieldLines.tsx';
import { isSystemValue, systemValues } from '../../parts/application/otherApplicationValues.ts';
import { useView } from '../../parts/application/updateView.ts';
import { valueWords } from '../../parts/application/valueWords.ts';
import { useForm } from '../../parts/form/formContext.ts';
import { OtherValues } from '../../parts/form/OtherValues.tsx';

const useStyles = makeStyles({
  list: { listStyle: 'none', margin: 0, padding: 0, display: 'grid', rowGap: tokens.spacingVerticalS },
  row: { display: 'flex', alignItems: 'flex-start', columnGap: tokens.spacingHorizontalS },
  value: { flexGrow: 1, minWidth: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  label: { fontWeight: tokens.fontWeightSemibold },
});

/** The values that only the directory sets for the journal, and those of the record without a field. */
export function OtherData() {
  const styles = useStyles();
  const { store } = useForm().session;
  const paths = useStore(
    store,
    useShallow(({ record }) => applicationForm.otherPaths(record)),
  );
  const base = useView((view) => view.base);
  const ignored = useView((view) => view.ignored);
  const kept = base ? systemValues(base) : [];
  return (
    <>
      {kept.length > 0 && (
        <>
          <Text>{t('application.other.system')}</Text>
          <ul className={styles.list}>
            {kept.map(({ path, value }) => (
              <li key={path} className={styles.row}>
                <LockClosed16Regular />
                <span className={styles.value}>
                  <span className={styles.label}>{fieldText(path)}:</span>{' '}
                  {valueWords(path, value)?.replaceAll('\n', ', ')}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      <OtherValues
        name={t('application.section.other')}
        text={t('application.other.unknown')}
        // The list above shows the system values that the journal has as well.
        paths={paths.filter((path) => !isSystemValue(path) || base === null || ignored.has(path))}
        textOf={valueWords}
        below={(path) => <FieldLines path={path} />}
      />
    </>
  );
}
