import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ArrowSyncRegular, Edit16Regular, LockClosed16Regular, Warning16Filled } from '@fluentui/react-icons';
import type { ReactElement, ReactNode } from 'react';
import { dialects } from '../../../shared/directory/dialects.ts';
import { getAt } from '../../../shared/draft/fieldPath.ts';
import { fieldText } from '../../../shared/i18n/fieldText.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { isEmpty } from '../../../shared/json.ts';
import { useForm, useRecordPart } from '../form/formContext.ts';
import { TextButton } from '../texts/TextButton.tsx';
import { applicationValueText } from './applicationValueText.ts';
import { useUpdate, useView } from './updateView.ts';

const useStyles = makeStyles({
  line: {
    display: 'flex',
    alignItems: 'flex-start',
    columnGap: tokens.spacingHorizontalXS,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    overflowWrap: 'anywhere',
  },
  icon: { flexShrink: 0, height: '16px' },
  warning: { color: tokens.colorStatusWarningForeground3 },
  quiet: { color: tokens.colorNeutralForeground2 },
});

/** The effect of an Update Request on a field: its value is ignored, changed or, once sent, stored differently. */
export function useFieldLines(path: string): { lines: ReactNode; isWarning: boolean } {
  const ignored = useView((view) => view.ignored.get(path));
  const change = useView((view) => view.changes.get(path));
  const stored = useView((view) => view.stored.get(path));
  const isLeftOut = useIsLeftOut(path);
  if (!ignored && !change && !stored && !isLeftOut) return { lines: null, isWarning: false };
  return {
    isWarning: ignored !== undefined,
    lines: (
      <>
        {isLeftOut && <LeftOutLine />}
        {ignored && <IgnoredLine path={path} />}
        {change && <ChangeLine path={path} isCleared={change.after === null} />}
        {stored && <StoredLine path={path} />}
      </>
    ),
  };
}

/** The same lines for a value without a field. */
export function FieldLines({ path }: { path: string }) {
  return useFieldLines(path).lines;
}

/** Returns true for a contact that this directory does not accept, and that is therefore not sent. */
function useIsLeftOut(path: string): boolean {
  const { account } = useForm();
  const isContact =
    path.startsWith('admin.contact.') && dialects[account.dialect].contact === 'not-permitted';
  return useRecordPart((record) => isContact && !isEmpty(getAt(record, path)));
}

function LeftOutLine() {
  const styles = useStyles();
  return (
    <Line icon={<LockClosed16Regular />} look="quiet">
      <span className={styles.quiet}>{t('application.contactNotSent')}</span>
    </Line>
  );
}

/** Both values, with links to ask the operator or to restore the directory's value. */
function IgnoredLine({ path }: { path: string }) {
  const styles = useStyles();
  const { takeBack, writeMessage } = useUpdate();
  const value = useView((view) => view.ignored.get(path));
  if (!value) return null;
  const field = fieldText(path);
  const kept = words(path, value.kept);
  return (
    <Line icon={<Warning16Filled />} look="warning">
      <span className={styles.warning}>
        {t(kept === undefined ? 'application.ignored.keptNone' : 'application.ignored.kept', { field, kept })}{' '}
        {t('application.ignored.proposed', { proposed: words(path, value.proposed) })}
      </span>{' '}
      <span className={styles.quiet}>{t('application.ignored.ask')}</span>{' '}
      <TextButton
        aria-label={t('application.ignored.writeAbout', { field })}
        onClick={() => writeMessage([path])}
      >
        {t('application.ignored.write')}
      </TextButton>
      {' · '}
      <TextButton aria-label={t('application.takeBackOf', { field })} onClick={() => takeBack(path)}>
        {t('application.takeBack')}
      </TextButton>
    </Line>
  );
}

function ChangeLine({ path, isCleared }: { path: string; isCleared: boolean }) {
  const styles = useStyles();
  const { takeBack } = useUpdate();
  const before = useView((view) => view.changes.get(path)?.before);
  const field = fieldText(path);
  const was = words(path, before);
  const key = isCleared
    ? 'application.change.cleared'
    : was === undefined
      ? 'application.change.new'
      : 'application.change.from';
  return (
    <Line icon={isCleared ? <Warning16Filled /> : <Edit16Regular />} look={isCleared ? 'warning' : 'quiet'}>
      <span className={isCleared ? styles.warning : styles.quiet}>{t(key, { was })}</span>{' '}
      <TextButton aria-label={t('application.takeBackOf', { field })} onClick={() => takeBack(path)}>
        {t('application.takeBack')}
      </TextButton>
    </Line>
  );
}

/** The value that the directory stored instead of the one that was sent. */
function StoredLine({ path }: { path: string }) {
  const styles = useStyles();
  const difference = useView((view) => view.stored.get(path));
  if (!difference) return null;
  const stored = words(path, difference.after);
  return (
    <Line icon={<ArrowSyncRegular fontSize={16} />} look="quiet">
      <span className={styles.quiet}>
        {t(stored === undefined ? 'application.stored.nothing' : 'application.stored.otherwise', {
          stored,
          sent: words(path, difference.before) ?? t('common.nothing'),
        })}
      </span>
    </Line>
  );
}

function Line(props: { icon: ReactElement; look: 'warning' | 'quiet'; children: ReactNode }) {
  const styles = useStyles();
  return (
    <div className={styles.line}>
      <span className={mergeClasses(styles.icon, styles[props.look])}>{props.icon}</span>
      <span>{props.children}</span>
    </div>
  );
}

/** The text of a value on one line. */
function words(path: string, value: Parameters<typeof applicationValueText>[1]): string | undefined {
  return applicationValueText(path, value)?.replaceAll('\n', ', ');
}
