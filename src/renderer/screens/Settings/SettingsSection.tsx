import { makeStyles, tokens } from '@fluentui/react-components';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import type { HelpTopic } from '../../state/helpTopics.ts';
import { type SettingsPart, useSettingsPart } from '../../state/settingsPart.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, alignItems: 'stretch' },
  title: { margin: 0, fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400 },
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
});

/** One section of the settings, with a sentence about it. */
export function SettingsSection(props: {
  title: string;
  text?: string;
  /** Links elsewhere lead to this section, which then takes the focus. */
  part?: SettingsPart;
  /** The help topic of this section. */
  help?: HelpTopic;
  children?: ReactNode;
}) {
  const styles = useStyles();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const isWanted = useSettingsPart(({ wanted }) => props.part !== undefined && wanted === props.part);
  useEffect(() => {
    if (!isWanted) return;
    // After the screen, which takes the focus when it opens.
    const timer = setTimeout(() => {
      useSettingsPart.setState({ wanted: null });
      heading.current?.scrollIntoView({ block: 'start' });
      heading.current?.focus();
    });
    return () => clearTimeout(timer);
  }, [isWanted]);
  return (
    <section className={styles.root} aria-labelledby={id} data-help={props.help}>
      <h2 id={id} ref={heading} tabIndex={props.part && -1} className={styles.title}>
        {props.title}
      </h2>
      {props.text && <p className={styles.text}>{props.text}</p>}
      {props.children}
    </section>
  );
}
