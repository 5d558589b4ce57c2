import { PersonFilled } from '@fluentui/react-icons';
import { t } from '../../../shared/i18n/i18n.ts';
import { Tinted } from '../Badges.tsx';

/** Names the colleagues who have a record open. */
export function OpenBy({ people }: { people: readonly string[] }) {
  const names = people.join(', ');
  const words = t('sharing.openBy', { count: people.length, people: names });
  return (
    <span role="img" aria-label={words} title={words}>
      <Tinted look={{ color: 'brand', icon: <PersonFilled /> }} label={names} />
    </span>
  );
}
