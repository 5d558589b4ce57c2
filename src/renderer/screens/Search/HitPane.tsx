import { Link, makeStyles, tokens } from '@fluentui/react-components';
import { OpenRegular } from '@fluentui/react-icons';
import { t } from '../../../shared/i18n/i18n.ts';
import type { Hit, SearchKind } from '../../../shared/search/searching.ts';
import { directoryAddress } from '../../parts/directoryAddress.ts';
import { RecordPane } from '../../parts/RecordPane.tsx';
import { openHit } from '../../state/searches.ts';
import { useAccount } from '../../state/session.ts';
import { ApplicationHit } from './ApplicationHit.tsx';
import { ArticleHit } from './ArticleHit.tsx';
import { JournalHit } from './JournalHit.tsx';

const useStyles = makeStyles({
  link: {
    display: 'inline-flex',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalXS,
    minHeight: '24px',
    // Aligned with the record below.
    paddingInlineStart: tokens.spacingHorizontalXS,
  },
});

/** The record of a hit in readable words, and its actions; use another `key` for another hit. */
export function HitPane(props: { hit: Hit; kind: SearchKind; isAlone: boolean }) {
  const { hit, kind } = props;
  return (
    <RecordPane
      label={t('search.record')}
      recordKey={hit.id}
      isAlone={props.isAlone}
      backLabel={t('search.back')}
      closeLabel={t('search.close')}
      onClose={() => openHit(null)}
      bar={<DirectoryLink hit={hit} kind={kind} />}
      title={hit.title || t('common.untitled')}
    >
      {kind === 'article' && <ArticleHit hit={hit} />}
      {kind === 'journal' && <JournalHit hit={hit} />}
      {kind === 'application' && <ApplicationHit hit={hit} />}
    </RecordPane>
  );
}

function DirectoryLink(props: { hit: Hit; kind: SearchKind }) {
  const styles = useStyles();
  const account = useAccount();
  const address = account && directoryAddress(account, props.kind, props.hit);
  if (!address) return null;
  return (
    <Link href={address} target="_blank" rel="noreferrer" className={styles.link}>
      <OpenRegular />
      {t('search.openThere')}
    </Link>
  );
}
