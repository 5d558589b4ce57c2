import type { DiffOrder } from '../form/compareRecords.ts';
import { fieldFacts } from './fieldFacts.ts';
import { valueWords } from './valueWords.ts';

/** How two versions of an application are compared. */
export const applicationDiffOrder: DiffOrder = {
  order: fieldFacts.map((fact) => fact.path),
  holders: holdersOf(fieldFacts.map((fact) => fact.path)),
  textOf: valueWords,
};

/** The objects that contain fields, outer objects first. */
function holdersOf(paths: readonly string[]): string[] {
  const holders = new Set<string>();
  for (const path of paths) {
    const names = path.split('.').slice(0, -1);
    names.forEach((_, at) => {
      holders.add(names.slice(0, at + 1).join('.'));
    });
  }
  return [...holders].sort((a, b) => a.length - b.length);
}
