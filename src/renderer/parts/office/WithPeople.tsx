import type { ReactElement } from 'react';
import { OpenBy } from './lazyParts.ts';

/** The title of a record in a list, after the colleagues who have it open. */
export function WithPeople({ people, children }: { people: readonly string[]; children: ReactElement }) {
  if (people.length === 0) return children;
  return (
    <>
      <OpenBy people={people} /> {children}
    </>
  );
}
