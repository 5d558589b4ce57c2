import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { FileEncoding } from '../../../shared/draft/importEncodings.ts';
import type { ImportStatus } from '../../../shared/draft/importing.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { Callout } from '../../parts/Callout.tsx';
import { plainList, smallText, stack, wrappingRow } from '../../parts/commonStyles.ts';
import { useAction } from '../../parts/useAction.ts';
import { useCall } from '../../state/data/queries.ts';
import { chooseForImport } from '../../state/dialogs/imports.ts';
import { formatNumber } from '../../state/format.ts';
import { EncodingDialog } from './EncodingDialog.tsx';
import { isOfFile } from './ownRemarks.ts';

const useStyles = makeStyles({
  root: {
    ...stack,
    flexShrink: 0,
    rowGap: tokens.spacingVerticalXS,
    paddingInline: tokens.spacingHorizontalM,
    paddingBlockEnd: tokens.spacingVerticalS,
    maxHeight: '40vh',
    overflowY: 'auto',
  },
  list: { ...plainList, ...stack, ...smallText, rowGap: tokens.spacingVerticalXXS },
  remark: { ...wrappingRow, minWidth: 0, columnGap: tokens.spacingHorizontalS, overflowWrap: 'anywhere' },
  texts: { ...plainList, overflowWrap: 'anywhere' },
});

/** More files are shown on demand. */
const firstFiles = 5;

/** What is to be said about a whole file or most of its records, once, above the rows. */
export function ImportRemarks({ status }: { status: ImportStatus }) {
  const styles = useStyles();
  const [isOpen, setOpen] = useState(false);
  const { encodings, found, read } = status;
  const remarks = (found?.remarks ?? []).filter(({ message }) => !isOfFile(message));
  const doubtful = encodings.filter(({ by }) => by === 'doubt');
  const known = encodings.filter(({ by }) => by !== 'doubt');
  const shown = isOpen ? known : known.slice(0, firstFiles);
  const hidden = known.length - shown.length;
  if (encodings.length + remarks.length === 0) return null;
  return (
    <section className={styles.root} aria-label={t('import.remarks.label')}>
      {doubtful.slice(0, firstFiles).map((file) => (
        <DoubtfulEncoding key={file.file} status={status} file={file} />
      ))}
      <ul className={styles.list}>
        {shown.map((file) => (
          <li key={file.file} className={styles.remark}>
            <KnownEncoding status={status} file={file} />
          </li>
        ))}
        {remarks.map(({ message, records }) => (
          <li key={JSON.stringify(message)} className={styles.remark}>
            {ofRecords(describe(message), records, read)}
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <Button size="small" appearance="subtle" onClick={() => setOpen(true)}>
          {t('import.remarks.more', { count: hidden, n: formatNumber(hidden) })}
        </Button>
      )}
    </section>
  );
}

function ofRecords(text: string, records: number, total: number): string {
  const params = { text, count: records, n: formatNumber(records), total: formatNumber(total) };
  return t(records < total ? 'import.remarks.some' : 'import.remarks.all', params);
}

interface EncodingProps {
  status: ImportStatus;
  file: FileEncoding;
}

function KnownEncoding({ status, file }: EncodingProps) {
  const text = t(`import.encoding.${file.by}`, { name: file.encoding });
  const isOnly = status.files === 1 && status.read > 0;
  return (
    <>
      <span>
        {isOnly
          ? ofRecords(text, status.read, status.read)
          : t('import.remarks.inFile', { file: file.name, text })}
      </span>
      <ChangeEncoding status={status} file={file} />
    </>
  );
}

/** The letters by which the user sees whether a doubtful encoding is right. */
function DoubtfulEncoding({ status, file }: EncodingProps) {
  const styles = useStyles();
  const { run, isBusy } = useEncoding(status, file);
  const { data } = useCall('imports.encodings', { id: status.id, file: file.file });
  const texts = data?.find(({ name }) => name === file.encoding)?.texts ?? [];
  return (
    <Callout
      intent="warning"
      title={status.files > 1 ? file.name : undefined}
      action={{ label: t('import.encoding.confirm'), isBusy, run: () => run(file.encoding) }}
      actions={<ChangeEncoding status={status} file={file} />}
    >
      <Text>{t('import.encoding.doubt', { name: file.encoding })}</Text>
      <ul className={styles.texts}>
        {texts.map((text, at) => (
          <li key={at}>{text}</li>
        ))}
      </ul>
    </Callout>
  );
}

function ChangeEncoding({ status, file }: EncodingProps) {
  const [isOpen, setOpen] = useState(false);
  const { run, isBusy } = useEncoding(status, file);
  return (
    <>
      <Button size="small" disabledFocusable={isBusy} onClick={() => setOpen(true)}>
        {status.files > 1 ? t('import.encoding.changeOf', { file: file.name }) : t('import.encoding.change')}
      </Button>
      {isOpen && (
        <EncodingDialog importId={status.id} file={file} onChoose={run} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

/** Reads a file again in an encoding. */
function useEncoding({ id, choices }: ImportStatus, { file }: FileEncoding) {
  return useAction(async (encoding: string) => {
    await chooseForImport(id, { ...choices, encodings: { ...choices.encodings, [file]: encoding } });
  });
}
