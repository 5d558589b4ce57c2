import { Button } from '@fluentui/react-components';
import { DeleteRegular, PrintRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import type { Matrix, MatrixCell } from '../../../../shared/compliance/complianceCheck.ts';
import { t } from '../../../../shared/i18n/i18n.ts';
import { answeredBy, printedTables } from '../../../../shared/i18n/matrixText.ts';
import { useCommonStyles } from '../../../parts/commonStyles.ts';
import { AppDialog } from '../../../parts/dialogs/AppDialog.tsx';
import { ExportMenu } from '../../../parts/lists/ExportMenu.tsx';
import { saveBase64 } from '../../../parts/saveFile.ts';
import { useAction, useOwnAction } from '../../../parts/useAction.ts';
import { usePrint, useReportStyles } from '../../../parts/usePrint.ts';
import { call } from '../../../state/data/client.ts';
import { fetchAgain } from '../../../state/data/queries.ts';
import { useAppInfo } from '../../../state/data/session.ts';
import { go } from '../../../state/navigation/route.ts';
import { showUndoable, stepAbout } from '../../../state/records/undo.ts';

/** Exports, prints or deletes the matrix. */
export function MatrixMenu(props: { matrix: Matrix; cells: readonly MatrixCell[] }) {
  const styles = useCommonStyles();
  const { isPrinting, print } = usePrint();
  const [isRemoving, setRemoving] = useState(false);
  const { id } = props.matrix;
  return (
    <div className={styles.buttonRow}>
      <ExportMenu
        label={t('complianceScreen.export')}
        csv={t('complianceScreen.csv')}
        json={t('complianceScreen.json')}
        fetchFile={(format) => call('matrix.export', { id, format })}
      />
      <PrintButton id={id} onPrint={print} />
      <Button icon={<DeleteRegular />} onClick={() => setRemoving(true)}>
        {t('complianceScreen.remove')}
      </Button>
      {isPrinting && <MatrixReport {...props} />}
      {isRemoving && <RemoveDialog matrix={props.matrix} onClose={() => setRemoving(false)} />}
    </div>
  );
}

function RemoveDialog({ matrix, onClose }: { matrix: Matrix; onClose: () => void }) {
  const {
    run: remove,
    isBusy,
    error,
  } = useOwnAction(async () => {
    await call('matrix.remove', { id: matrix.id });
    go('#/compliance/matrix');
    void fetchAgain('matrix.list');
    const done = t('complianceScreen.removed', { name: matrix.name });
    showUndoable(done, await stepAbout('removeMatrix', matrix.id));
  });
  return (
    <AppDialog
      help="compliance"
      isForm
      title={t('complianceScreen.removeTitle', { name: matrix.name })}
      error={error}
      action={{ label: t('complianceScreen.remove'), isBusy, run: remove }}
      onClose={onClose}
    >
      <p>{t('complianceScreen.removeText')}</p>
    </AppDialog>
  );
}

/** Prints the report of a matrix: the desktop application creates a PDF itself, elsewhere the browser prints (`onPrint`). */
function PrintButton({ id, onPrint }: { id: number; onPrint: () => void }) {
  const isDesktop = useAppInfo()?.shell === 'electron';
  const { run, isBusy } = useAction(async () => {
    const { name, base64 } = await call('matrix.pdf', { id });
    saveBase64(name, base64, 'application/pdf');
  });
  if (!isDesktop) {
    return (
      <Button icon={<PrintRegular />} onClick={onPrint}>
        {t('complianceScreen.print')}
      </Button>
    );
  }
  return (
    <Button icon={<PrintRegular />} disabledFocusable={isBusy} onClick={run}>
      {t('complianceScreen.pdf')}
    </Button>
  );
}

/** A matrix for print, with its dates, sources and disclaimer; the print dialog can also save it as a PDF. */
function MatrixReport({ matrix, cells }: { matrix: Matrix; cells: readonly MatrixCell[] }) {
  const styles = useReportStyles();
  const report = (
    <div className={styles.report} data-report>
      <h1>{matrix.name}</h1>
      <p>{answeredBy(cells)}</p>
      <p>{t('compliance.disclaimer')}</p>
      {printedTables(matrix, cells).map(({ funders, rows }) => (
        <table key={funders.join()} className={styles.matrix}>
          <thead>
            <tr>
              {[t('compliance.column.journal'), ...funders].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={`${row.journal} ${row.detail}`}>
                <th scope="row">
                  {row.journal}
                  <small>{row.detail}</small>
                </th>
                {row.cells.map(({ tone, words, more }, place) => (
                  <td key={funders[place]} data-tone={tone}>
                    {words}
                    <small>{more}</small>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>
  );
  return createPortal(report, document.body);
}
