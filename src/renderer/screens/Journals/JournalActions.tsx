import { Button } from '@fluentui/react-components';
import { AddRegular, BranchCompareRegular, ShieldCheckmarkRegular } from '@fluentui/react-icons';
import { blankArticle } from '../../../shared/article/article.ts';
import { setJournal } from '../../../shared/article/edits/setJournal.ts';
import type { JournalDetail } from '../../../shared/contract/journals.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { useCommonStyles } from '../../parts/commonStyles.ts';
import { ProposeUpdate } from '../../parts/journal/ProposeUpdate.tsx';
import { changeQuestion } from '../../state/data/compliance.ts';
import { createArticle } from '../../state/navigation/commands.ts';
import { go, hrefOf } from '../../state/navigation/route.ts';

/** The actions of a journal. */
export function JournalActions(props: { detail: JournalDetail }) {
  const styles = useCommonStyles();
  const { journal } = props.detail;
  const issn = journal.eissn ?? journal.pissn;
  return (
    <div className={styles.buttonRow}>
      <ProposeUpdate journal={journal} />
      <Button
        as="a"
        icon={<BranchCompareRegular />}
        href={hrefOf({ screen: 'comparisons', comparisonId: null, issn: issn ?? undefined })}
      >
        {t('journals.record.compare')}
      </Button>
      {journal.mine && journal.inDirectory && (
        <Button icon={<AddRegular />} onClick={() => void createArticle(setJournal(blankArticle(), journal))}>
          {t('drafts.newArticle')}
        </Button>
      )}
      {issn !== null && (
        <Button
          icon={<ShieldCheckmarkRegular />}
          onClick={() => {
            changeQuestion({ journal: { id: issn, title: journal.title, detail: '' } });
            go({ screen: 'compliance', view: 'check', id: null });
          }}
        >
          {t('journals.record.compliance')}
        </Button>
      )}
    </div>
  );
}
