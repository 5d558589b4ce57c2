/** One choice of a box: what it stands for, its words, and what tells it from namesakes. */
export interface Choice {
  id: string;
  title: string;
  detail: string;
}

/** Those in whose title, detail or id every word of the text occurs, whatever its accents and case. */
export function matching(choices: readonly Choice[], text: string): Choice[] {
  const wanted = fold(text).split(/\s+/);
  return choices.filter(({ id, title, detail }) => {
    const all = fold(`${title} ${detail} ${id}`);
    return wanted.every((word) => all.includes(word));
  });
}

/** One's own, then what else was found; one that is known by another of its ISSNs is there once. */
export function merged(own: readonly Choice[], found: readonly Choice[]): Choice[] {
  const known = new Set(own.flatMap(({ id, detail }) => [id, ...detail.split(', ')]));
  return [...own, ...found.filter(({ id }) => !known.has(id))];
}

/** The one that the text names, by its id or its whole title. */
export function exactly(choices: readonly Choice[], text: string): Choice | undefined {
  const wanted = fold(text.trim());
  return choices.find(({ id, title }) => fold(id) === wanted || fold(title) === wanted);
}

function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
