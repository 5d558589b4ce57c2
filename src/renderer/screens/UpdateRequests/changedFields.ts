import { fieldText } from '../../../shared/i18n/fieldText.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { useCall } from '../../state/data/queries.ts';
import { formatNumber } from '../../state/format.ts';

const none: readonly string[] = [];

/** The paths of the fields that an Update Request changes, in the order of the form; empty until they are loaded. */
export function useChangedFields(accountId: string, id: number): readonly string[] {
  const { data } = useCall('applications.changedFields', { accountId }, { keepsPrevious: true });
  return data?.find((one) => one.id === id)?.paths ?? none;
}

/** All field names. Some are questions, so a dot separates them better than a comma. */
export function listOfFields(paths: readonly string[]): string {
  return namesOf(paths).join(' · ');
}

/** The number of fields before their names, so that it stays visible where the names are cut. */
export function countedFields(paths: readonly string[]): string {
  const fields = listOfFields(paths);
  const count = namesOf(paths).length;
  return count > 1 ? t('requests.changes', { n: formatNumber(count), fields }) : fields;
}

/** Some fields share a name. */
function namesOf(paths: readonly string[]): string[] {
  return [...new Set(paths.map((path) => fieldText(path)))];
}
