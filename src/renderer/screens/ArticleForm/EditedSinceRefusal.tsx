import { useTranslation } from 'react-i18next';
import type { Draft } from '../../../shared/draft/draft.ts';
import { describe } from '../../../shared/i18n/describe.ts';
import { FormMessage } from '../../parts/form/RecordMessages.tsx';
import { formatRecent } from '../../state/format.ts';

/** After an edit a refused article can be sent again; the reason can still be read. */
export function EditedSinceRefusal({ draft: { refusal, sync } }: { draft: Draft }) {
  const { t } = useTranslation();
  if (!refusal || (sync !== 'never' && sync !== 'changed')) return null;
  return (
    <FormMessage intent="info" title={t('article.refused.edited', { when: formatRecent(refusal.at) })}>
      {describe(refusal.message)} {describe(refusal.help)}
    </FormMessage>
  );
}
