import { Input, Link, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { SearchRegular } from '@fluentui/react-icons';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../shared/i18n/i18n.ts';
import { column, heading4, listButton, plainList, selected, wrapping } from '../parts/commonStyles.ts';
import { formatNumber } from '../state/format.ts';
import { closeHelp, showTopic, useHelp } from '../state/navigation/help.ts';
import {
  type HelpTopic,
  helpTopicNames,
  helpTopics,
  type TopicFacts,
} from '../state/navigation/helpTopics.ts';
import { useCommandKeys, useKeyLabels } from '../state/navigation/keyLabels.ts';
import { foldWords } from '../state/navigation/rankMatch.ts';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: '15rem minmax(0, 1fr)',
    columnGap: tokens.spacingHorizontalXL,
    rowGap: tokens.spacingVerticalM,
    alignItems: 'start',
    '@media (max-width: 639px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  side: { ...column, gap: tokens.spacingVerticalXS },
  find: { width: '100%', minWidth: 0 },
  // On a narrow screen the text comes before the list of topics.
  text: { '@media (max-width: 639px)': { order: -1 } },
  list: plainList,
  item: {
    ...listButton,
    display: 'block',
    boxSizing: 'border-box',
    width: '100%',
    minHeight: '28px',
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
  },
  current: { ...selected, fontWeight: tokens.fontWeightSemibold },
  title: { ...heading4, outlineStyle: 'none' },
  paragraph: { marginBlock: tokens.spacingVerticalS },
  links: {
    ...wrapping,
    columnGap: tokens.spacingHorizontalL,
    rowGap: tokens.spacingVerticalXS,
    alignItems: 'baseline',
    '& > *': { minHeight: '24px', lineHeight: '24px' },
  },
  keyList: {
    display: 'grid',
    gridTemplateColumns: 'max-content minmax(0, 1fr)',
    columnGap: tokens.spacingHorizontalL,
    rowGap: tokens.spacingVerticalXS,
    margin: 0,
    '@media (max-width: 479px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  keysTitle: { margin: `${tokens.spacingVerticalM} 0 ${tokens.spacingVerticalXS}`, fontSize: 'inherit' },
  keys: { fontWeight: tokens.fontWeightSemibold },
  action: { margin: 0 },
});

/** The help topics with a search, and the text of the chosen one. */
export function HelpTopics() {
  const styles = useStyles();
  const topic = useHelp((help) => help.topic);
  const [wanted, setWanted] = useState('');
  const words = foldWords(wanted).split(' ');
  const found = helpTopicNames.filter((name) => {
    const all = foldWords(`${t(`help.${name}.title`)} ${t(`help.${name}.text`)}`);
    return words.every((word) => all.includes(word));
  });
  return (
    <div className={styles.root}>
      <nav className={styles.side} aria-label={t('frame.help.topics')}>
        <Input
          className={styles.find}
          type="search"
          contentBefore={<SearchRegular />}
          value={wanted}
          placeholder={t('frame.help.search')}
          aria-label={t('frame.help.search')}
          onChange={(_, { value }) => setWanted(value)}
        />
        <div role="status">
          {wanted.trim() !== '' &&
            (found.length === 0
              ? t('frame.help.none')
              : t('frame.help.matches', { count: found.length, n: formatNumber(found.length) }))}
        </div>
        <ul className={styles.list}>
          {found.map((name) => (
            <li key={name}>
              <button
                type="button"
                className={mergeClasses(styles.item, name === topic && styles.current)}
                aria-current={name === topic ? 'true' : undefined}
                onClick={() => showTopic(name)}
              >
                {t(`help.${name}.title`)}
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <Topic key={topic} topic={topic} />
    </div>
  );
}

function Topic({ topic }: { topic: HelpTopic }) {
  const styles = useStyles();
  const title = useRef<HTMLHeadingElement>(null);
  const { hash, related } = helpTopics[topic];
  // A screen reader reads each topic from its title.
  useEffect(() => title.current?.focus(), []);
  return (
    <section className={styles.text} aria-labelledby="help-topic">
      <h3 id="help-topic" ref={title} tabIndex={-1} className={styles.title}>
        {t(`help.${topic}.title`)}
      </h3>
      {t(`help.${topic}.text`)
        .split('\n')
        .map((paragraph) => (
          <p key={paragraph} className={styles.paragraph}>
            {paragraph}
          </p>
        ))}
      <KeyList topic={topic} />
      <p className={mergeClasses(styles.paragraph, styles.links)}>
        <Link href={hash} onClick={closeHelp}>
          {t('frame.help.openScreen')}
        </Link>
        <span>{t('common.labelled', { label: t('frame.help.related') })}</span>
        {related.map((name) => (
          <Link key={name} as="button" onClick={() => showTopic(name)}>
            {t(`help.${name}.title`)}
          </Link>
        ))}
      </p>
    </section>
  );
}

/** The keys of a topic: those that its commands have at present, and fixed ones. */
function KeyList({ topic }: { topic: HelpTopic }) {
  const styles = useStyles();
  const keysOfCommand = useCommandKeys();
  const words = useKeyLabels();
  const { commands, keys }: TopicFacts = helpTopics[topic];
  return (
    <>
      <h4 id="help-keys" className={styles.keysTitle}>
        {t('frame.help.keys')}
      </h4>
      <dl className={styles.keyList} aria-labelledby="help-keys">
        {commands
          .filter((name) => keysOfCommand(name) !== '')
          .map((name) => (
            <KeyLine key={name} keys={keysOfCommand(name)} action={t(`commands.name.${name}`)} />
          ))}
        {keys.map((name) => (
          <KeyLine
            key={name}
            keys={t(`frame.keys.${name}`, { selectAll: words('Mod+KeyA') })}
            action={t(`frame.shortcut.${name}`)}
          />
        ))}
      </dl>
    </>
  );
}

function KeyLine(props: { keys: string; action: string }) {
  const styles = useStyles();
  return (
    <>
      <dt className={styles.keys}>{props.keys}</dt>
      <dd className={styles.action}>{props.action}</dd>
    </>
  );
}
