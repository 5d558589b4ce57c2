import { t } from '../../../shared/i18n/i18n.ts';
import { type FindingToFix, useForm } from '../../parts/form/formContext.ts';
import { TextButton } from '../../parts/texts/TextButton.tsx';
import { useCall } from '../../state/data/queries.ts';
import { openDialog } from '../../state/dialogs/dialogs.ts';
import { formatNumber } from '../../state/format.ts';
import { useRoute } from '../../state/navigation/route.ts';
import { fixAllOf } from '../../state/records/fixing.ts';
import { flushRecords } from '../../state/records/openRecords.ts';

/** Opens a preview of the fix in all drafts with the finding, or goes through them; nothing if no other draft has it. */
export function FixAllButton({ code, label }: FindingToFix) {
  const accountId = useForm().account.id;
  const isFixing = useRoute(({ route }) => route.screen === 'fixing');
  const filter = { trashed: false };
  const input = { accountId, filter, facet: 'finding', search: '', limit: 200 } as const;
  const { data } = useCall('drafts.facetValues', input, { keepsPrevious: true });
  const count = data?.values.find(({ value }) => value === code)?.count ?? 0;
  if (count < 2) return null;
  const alike = { ...filter, finding: [code] };
  const n = formatNumber(count);
  const open = () => {
    flushRecords();
    if (label !== null)
      openDialog('bulkEdit', { accountId, selection: { filter: alike, except: [] }, fix: { code, label } });
  };
  return (
    <>
      {label !== null && <TextButton onClick={open}>{t('edits.fixAll', { count, n })}</TextButton>}{' '}
      {!isFixing && (
        <TextButton onClick={() => void fixAllOf(alike)}>{t('fixing.these', { count, n })}</TextButton>
      )}
    </>
  );
}
