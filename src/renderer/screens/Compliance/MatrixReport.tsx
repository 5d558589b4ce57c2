import { makeStyles } from '@fluentui/react-components';
import { createPortal } from 'react-dom';
import type { Matrix, MatrixCell } from '../../../shared/compliance/complianceCheck.ts';
import { describe } from '../../../shared/i18n/describe.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { cellWords } from '../../../shared/i18n/matrixWords.ts';
import { formatDateTime } from '../../state/format.ts';
import { useSettings } from '../../state/session.ts';

const useStyles = makeStyles({
  // Only the report is printed.
  report: {
    display: 'none',
    '@media print': {
      display: 'block',
      position: 'static',
      color: '#000',
      backgroundColor: '#fff',
      fontSize: '9pt',
      '& table': { borderCollapse: 'collapse', width: '100%' },
      '& th, & td': {
        border: '1px solid #888',
        padding: '2px 4px',
        textAlign: 'left',
        verticalAlign: 'top',
        overflowWrap: 'anywhere',
      },
      '& thead': { display: 'table-header-group' },
      '& tr': { breakInside: 'avoid' },
    },
  },
});

const columns = ['journal', 'issn', 'funder', 'organisation', 'routes', 'asked', 'changes'] as const;

/** A matrix for print, with its date, source and disclaimer; the print dialog can also save it as a PDF. */
export function MatrixReport({ matrix, cells }: { matrix: Matrix; cells: readonly MatrixCell[] }) {
  const styles = useStyles();
  const checker = useSettings()?.checker || t('complianceScreen.sandbox');
  const report = (
    <div className={styles.report} data-report>
      <h1>{matrix.name}</h1>
      <p>{t('complianceScreen.reportOf', { at: formatDateTime(new Date().toISOString()), by: checker })}</p>
      <p>{t('compliance.disclaimer')}</p>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(`compliance.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cells.map((cell) => (
            <tr key={cell.id}>
              <td>{matrix.journals[cell.journal]?.title}</td>
              <td>{matrix.journals[cell.journal]?.issn}</td>
              <td>{matrix.funders[cell.funder]?.name}</td>
              <td>{matrix.organisations[cell.organisation]?.name || t('compliance.notAffiliated')}</td>
              <td>{describe(cell.message) || cellWords(cell)}</td>
              <td>{cell.at ? formatDateTime(cell.at) : ''}</td>
              <td>{cell.changes.map(describe).join(' ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
  return createPortal(report, document.body);
}
