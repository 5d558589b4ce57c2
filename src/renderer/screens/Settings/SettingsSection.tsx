import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { type FormEventHandler, type ReactNode, useEffect } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';
import { column, heading4, outlined, plainList, secondary, thinLine } from '../../parts/commonStyles.ts';
import type { HelpTopic } from '../../state/navigation/helpTopics.ts';
import { useRoute } from '../../state/navigation/route.ts';
import { type SettingsSectionName, settingsHeadingId } from '../../state/navigation/settingsSections.ts';
import { focusSettingsSection } from '../../state/navigation/showSettingsSection.ts';

const useStyles = makeStyles({
  root: { ...column, gap: tokens.spacingVerticalM, '& > .fui-Button': { alignSelf: 'flex-start' } },
  title: heading4,
  text: { ...secondary, margin: 0 },
  form: {
    ...column,
    gap: tokens.spacingVerticalM,
    maxWidth: '32rem',
    '& > .fui-Button': { alignSelf: 'flex-start' },
  },
  list: {
    ...plainList,
    ...outlined,
    maxHeight: '320px',
    overflowY: 'auto',
    '& > li': {
      display: 'grid',
      alignItems: 'center',
      columnGap: tokens.spacingHorizontalS,
      paddingInline: tokens.spacingHorizontalM,
      paddingBlock: tokens.spacingVerticalXXS,
    },
    '& > li:not(:last-child)': { borderBottom: thinLine },
  },
  whole: { maxHeight: 'none' },
});

/** One section of the settings, with a sentence about it; it takes the focus when the address names it. */
export function SettingsSection(props: {
  name: SettingsSectionName;
  text?: string;
  help?: HelpTopic;
  children?: ReactNode;
}) {
  const styles = useStyles();
  const { name } = props;
  const id = settingsHeadingId(name);
  const isWanted = useRoute(({ route }) => route.screen === 'settings' && route.section === name);
  useEffect(() => {
    if (!isWanted) return;
    // After the screen, which takes the focus when it opens.
    const timer = setTimeout(() => focusSettingsSection(name));
    return () => clearTimeout(timer);
  }, [isWanted, name]);
  return (
    <section className={styles.root} aria-labelledby={id} data-help={props.help}>
      <h2 id={id} tabIndex={-1} className={styles.title}>
        {t(`settings.${name}.title`)}
      </h2>
      {props.text && <p className={styles.text}>{props.text}</p>}
      {props.children}
    </section>
  );
}

/** A part of the settings that is saved as a whole. */
export function SettingsForm(props: { onSubmit: FormEventHandler; children: ReactNode }) {
  const styles = useStyles();
  return (
    <form className={styles.form} onSubmit={props.onSubmit} noValidate>
      {props.children}
      <Button type="submit">{t('common.save')}</Button>
    </form>
  );
}

/** A framed list of things that can be changed; it scrolls unless it is `isWhole`. */
export function SettingsList(props: { label: string; isWhole?: boolean; children: ReactNode }) {
  const styles = useStyles();
  return (
    <ul className={mergeClasses(styles.list, props.isWhole && styles.whole)} aria-label={props.label}>
      {props.children}
    </ul>
  );
}
