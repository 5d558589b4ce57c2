import { Button, Link, makeStyles, Tooltip, tokens } from '@fluentui/react-components';
import { ArrowLeftRegular, DismissRegular, OpenRegular } from '@fluentui/react-icons';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Hit, SearchKind } from '../../../shared/searching.ts';
import { focusGridSoon } from '../../parts/RowGrid.tsx';
import { openHit } from '../../state/searches.ts';
import { useSession } from '../../state/session.ts';
import { ApplicationHit } from './ApplicationHit.tsx';
import { ArticleHit } from './ArticleHit.tsx';
import { directoryAddress } from './directoryAddress.ts';
import { JournalHit } from './JournalHit.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: 0, outlineStyle: 'none' },
  bar: {
    display: 'flex',
    flexShrink: 0,
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    minHeight: '40px',
    boxSizing: 'border-box',
    paddingInline: tokens.spacingHorizontalM,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  space: { flexGrow: 1 },
  link: {
    display: 'inline-flex',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalXS,
    minHeight: '24px',
  },
  body: {
    flexGrow: 1,
    minHeight: 0,
    overflowY: 'auto',
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    alignContent: 'start',
    rowGap: tokens.spacingVerticalM,
    padding: tokens.spacingHorizontalM,
    containerType: 'inline-size',
  },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    overflowWrap: 'anywhere',
  },
});

/** The record of a hit in readable words, and what can be done with it; another hit wants another `key`. */
export function HitPane(props: { hit: Hit; kind: SearchKind; isAlone: boolean }) {
  const { t } = useTranslation();
  const styles = useStyles();
  // Alone it is all that is on the screen.
  const Heading = props.isAlone ? 'h1' : 'h2';
  const root = useRef<HTMLElement>(null);
  const { hit, kind } = props;
  useEffect(() => {
    // A click in the list beside it leaves the focus there.
    if (!document.activeElement?.closest('[role="grid"]')) root.current?.focus();
  }, []);
  const close = () => {
    openHit(null);
    focusGridSoon();
  };
  return (
    <section
      ref={root}
      tabIndex={-1}
      className={styles.root}
      aria-label={t('search.record')}
      data-region="record"
    >
      <div className={styles.bar}>
        {props.isAlone && (
          <Button size="small" appearance="subtle" icon={<ArrowLeftRegular />} onClick={close}>
            {t('search.back')}
          </Button>
        )}
        <DirectoryLink hit={hit} kind={kind} />
        <span className={styles.space} />
        {!props.isAlone && (
          <Tooltip content={t('search.close')} relationship="label">
            <Button size="small" appearance="subtle" icon={<DismissRegular />} onClick={close} />
          </Tooltip>
        )}
      </div>
      <div className={styles.body}>
        <Heading className={styles.title}>{hit.title || t('common.untitled')}</Heading>
        {kind === 'article' && <ArticleHit hit={hit} />}
        {kind === 'journal' && <JournalHit hit={hit} />}
        {kind === 'application' && <ApplicationHit hit={hit} />}
      </div>
    </section>
  );
}

function DirectoryLink(props: { hit: Hit; kind: SearchKind }) {
  const { t } = useTranslation();
  const styles = useStyles();
  const account = useSession((session) => session.account);
  const address = account && directoryAddress(account, props.kind, props.hit);
  if (!address) return null;
  return (
    <Link href={address} target="_blank" rel="noreferrer" className={styles.link}>
      <OpenRegular />
      {t('search.openThere')}
    </Link>
  );
}
