import { Button, makeStyles, Radio, RadioGroup, Text, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { EncodingCandidate, FileEncoding } from '../../../shared/draft/importEncodings.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { smallSecondary, useCommonStyles } from '../../parts/commonStyles.ts';
import { AppDialog } from '../../parts/dialogs/AppDialog.tsx';
import { useCall } from '../../state/data/queries.ts';
import { formatNumber } from '../../state/format.ts';

const useStyles = makeStyles({
  candidate: { overflowWrap: 'anywhere' },
  texts: { ...smallSecondary, display: 'block' },
  group: { minWidth: 0, gap: tokens.spacingVerticalXS },
});

/** More encodings are shown on demand. */
const firstCandidates = 6;

/** Asks in which encoding a file is, by the first titles as each encoding reads them. */
export function EncodingDialog(props: {
  importId: number;
  file: FileEncoding;
  onChoose: (encoding: string) => void;
  onClose: () => void;
}) {
  const common = useCommonStyles();
  const styles = useStyles();
  const { importId, file } = props;
  const { data, error } = useCall('imports.encodings', { id: importId, file: file.file });
  const [chosen, setChosen] = useState(file.encoding);
  const [isOpen, setOpen] = useState(false);
  const candidates = data ?? [];
  // The current one is always among those that are shown.
  const shown = isOpen
    ? candidates
    : candidates.filter(({ name }, at) => at < firstCandidates || name === file.encoding);
  const hidden = candidates.length - shown.length;
  return (
    <AppDialog
      help="importing"
      title={t('import.encoding.title', { file: file.name })}
      isLoading={!data && !error}
      error={error}
      isForm
      action={{
        label: t('import.encoding.use'),
        isDisabled: !data,
        run: () => {
          props.onChoose(chosen);
          props.onClose();
        },
      }}
      onClose={props.onClose}
    >
      <Text>{t('import.encoding.explain')}</Text>
      <RadioGroup
        aria-label={t('import.encoding.candidates')}
        className={styles.group}
        value={chosen}
        onChange={(_, { value }) => setChosen(value)}
      >
        {shown.map((one) => (
          <Radio key={one.name} value={one.name} label={<Candidate candidate={one} />} />
        ))}
      </RadioGroup>
      {hidden > 0 && (
        <Button size="small" appearance="subtle" className={common.selfStart} onClick={() => setOpen(true)}>
          {t('import.encoding.more', { count: hidden, n: formatNumber(hidden) })}
        </Button>
      )}
    </AppDialog>
  );
}

function Candidate({ candidate: { name, texts } }: { candidate: EncodingCandidate }) {
  const styles = useStyles();
  return (
    <span className={styles.candidate}>
      {name}
      {texts.map((text, at) => (
        <span key={at} className={styles.texts}>
          {text}
        </span>
      ))}
    </span>
  );
}
