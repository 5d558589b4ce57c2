import { listed, type Message, msg } from '../../shared/message.ts';

export interface Contributor {
  name: string;
  /** As the file names it. */
  role: string;
}

/** A record may have any number of them. */
const maxNamed = 100;

/** The note on contributors who are not authors; none if there are none. */
export function otherContributors(contributors: readonly Contributor[]): Message[] {
  const named = contributors.filter(({ name }) => name.trim() !== '');
  if (named.length === 0) return [];
  const names = named
    .slice(0, maxNamed)
    .map(({ name, role }) => msg('import.note.contributor', { name, role }));
  return [msg('import.note.otherContributors', { names: listed('; ', names) })];
}
