import { expect, test } from 'vitest';
import { splitAuthors } from '../../../src/main/formats/tables/splitAuthors.ts';
import { nameText } from '../../../src/main/formats/text/names.ts';

const namesIn = (cell: string) =>
  splitAuthors(cell, { listSeparators: [';'], partSeparator: null }).authors.map(({ name }) =>
    nameText(name),
  );

test.each([
  [`['Okoro, Ada', "O'Brien, Bo", 'D\\'Arcy, Cy']`, ['Ada Okoro', "Bo O'Brien", "Cy D'Arcy"]],
  [`["Okoro, Ada", 'Li, Bo"]`, ['Ada Okoro']],
])('a list as programs write it is divided: %s', (cell, names) => {
  expect(namesIn(cell)).toEqual(names);
});

test('a list without an end is searched once', () => {
  expect(namesIn(`['${"\\'".repeat(500_000)}]`)).toEqual([]);
});
