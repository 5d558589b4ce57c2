import { expect, test } from 'vitest';
import { articleOf } from '../../../src/main/formats/article/articleOf.ts';
import { emptyArticle } from '../../../src/main/formats/sourceArticle.ts';
import { textOf } from '../../helpers/textOf.ts';

const titled = (text: string) => articleOf({ ...emptyArticle, titles: [{ language: null, text }] });

test('texts that were decoded twice are corrected in every field, with one note', () => {
  const { record, notes } = articleOf({
    ...emptyArticle,
    titles: [{ language: null, text: 'Wasser fÃ¼r alle' }],
    abstracts: [{ language: null, text: 'Es gibt â€“ Ã¼berall â€“ Wasser.' }],
    keywords: [{ language: null, list: ['BlÃ¤tter', 'Wasser'] }],
    authors: [
      { name: { given: 'JÃ¶rg', family: 'MÃ¼llner' }, affiliations: [{ name: 'ETH ZÃ¼rich' }], orcid: '' },
    ],
    journal: 'Erfundene BlÃ¤tter',
  });
  expect(record.bibjson).toMatchObject({
    title: 'Wasser für alle',
    abstract: 'Es gibt – überall – Wasser.',
    keywords: ['Blätter', 'Wasser'],
    author: [{ name: 'Jörg Müllner', affiliation: 'ETH Zürich' }],
    journal: { title: 'Erfundene Blätter' },
  });
  expect(notes.map(textOf)).toEqual([
    'Texts had been read in the wrong encoding before and were corrected, for example “Wasser fÃ¼r alle” to “Wasser für alle”.',
  ]);
});

test.each([
  ['The <i>Daphnia</i> of lakes', 'The Daphnia of lakes'],
  ['The &lt;i&gt;Daphnia&lt;/i&gt; of lakes', 'The Daphnia of lakes'],
  ['A &lt;b class="x"&gt;bold&lt;/b&gt; <em>claim</em>', 'A bold claim'],
  ['p < 0.05 and b > 3', 'p < 0.05 and b > 3'],
  ['The <i> of lakes', 'The <i> of lakes'],
  ['soft\u00adhyphen', 'softhyphen'],
  ['one\u2028two\u2029three\u0085four', 'one two three four'],
  ['con\u0002trol', 'control'],
  ['It\u0092s dry in 1990\u00962000', 'It’s dry in 1990–2000'],
  ['1990\u00812000', '1990 2000'],
  ['Soil at $E=mc^2$ and \\(x_1\\), 10\\[^{-3}\\] m', 'Soil at E=mc² and x1, 10⁻³ m'],
  ['$\\alpha$-decay of $$\\frac{1}{2}$$ parts', 'α-decay of 1/2 parts'],
  ['between $5 and $10', 'between $5 and $10'],
  ['from $5_000 to $10_000', 'from $5_000 to $10_000'],
  ['a US$ price {in brackets} of 5$', 'a US$ price {in brackets} of 5$'],
])('%j is the title %j', (text, title) => {
  expect(titled(text).record.bibjson).toEqual({ title });
});
