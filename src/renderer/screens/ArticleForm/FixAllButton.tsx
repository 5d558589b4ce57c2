import type { FixKind } from '../../../shared/article/edits/fixFindings.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { useForm } from '../../parts/form/formContext.ts';
import { TextButton } from '../../parts/TextButton.tsx';
import { openBulkEdit } from '../../state/bulkEdit.ts';
import { formatNumber } from '../../state/format.ts';
import { flushRecords } from '../../state/openRecords.ts';
import { useCall } from '../../state/queries.ts';

/** Opens a preview of the fix in all drafts with the finding; nothing if no other draft has it. */
export function FixAllButton({ code, label }: FixKind) {
  const accountId = useForm().account.id;
  const filter = { trashed: false };
  const input = { accountId, filter, facet: 'finding', search: '', limit: 200 } as const;
  const { data } = useCall('drafts.facetValues', input, { keepsPrevious: true });
  const count = data?.values.find(({ value }) => value === code)?.count ?? 0;
  if (count < 2) return null;
  const open = () => {
    flushRecords();
    const selection = { filter: { ...filter, finding: [code] }, except: [] };
    openBulkEdit({ accountId, selection, fix: { code, label } });
  };
  return <TextButton onClick={open}>{t('edits.fixAll', { count, n: formatNumber(count) })}</TextButton>;
}
