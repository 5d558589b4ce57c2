import { PersonFilled } from '@fluentui/react-icons';
import { t } from '../../../shared/i18n/i18n.ts';
import { Tinted } from '../Badges.tsx';

/** Names the colleagues who have a record open. */
export function OpenBy({ people }: { people: readonly string[] }) {
  return (
    <Tinted
      look={{ color: 'brand', icon: <PersonFilled /> }}
      label={t('sharing.openBy', { count: people.length, people: people.join(', ') })}
    />
  );
}
