import { Button } from '@fluentui/react-components';
import { WrenchRegular } from '@fluentui/react-icons';
import { t } from '../../../shared/i18n/i18n.ts';
import type { Upload } from '../../../shared/upload/upload.ts';
import { useListBarStyles } from '../../parts/lists/listBarStyles.ts';
import { countProblems } from '../../parts/upload/uploadText.ts';
import { fixUpload } from '../../state/records/fixing.ts';

/** Starts fixing mode with the refused and failed records of an upload. */
export function FixProblemsBar({ upload }: { upload: Upload }) {
  const styles = useListBarStyles();
  if (countProblems(upload) === 0) return null;
  return (
    <div className={styles.bar}>
      <Button size="small" icon={<WrenchRegular />} onClick={() => void fixUpload(upload.id)}>
        {t('fixing.start')}
      </Button>
    </div>
  );
}
