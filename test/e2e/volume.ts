import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { article } from './articles.ts';

interface Series {
  prefix: string;
  site: string;
  issns: { pissn?: string; eissn?: string };
  openings: string[];
  subjects: string[];
}

/** Journals of the sandbox's account, and what could be written in them. */
const series: Series[] = [
  {
    prefix: 'cart',
    site: 'cartography',
    issns: { pissn: '1734-6215', eissn: '2734-6226' },
    openings: [
      'The coastline of',
      'A survey of',
      'Place names in',
      'Errors of scale in',
      'Colour and line in',
      'Lost sheets of',
    ],
    subjects: [
      'an island seen once',
      'the northern marshes',
      'three disputed rivers',
      'the fog charts of 1880',
      'a town that moved',
      'the last folding map',
      'an atlas for one room',
      'the second Brandt atlas',
    ],
  },
  {
    prefix: 'quiet',
    site: 'quietmaths',
    issns: { eissn: '2956-8447' },
    openings: ['On', 'A short proof of', 'Counting', 'Notes towards', 'Two examples of', 'The limits of'],
    subjects: [
      'folded graphs',
      'silent permutations',
      'sums that almost vanish',
      'trees without roots',
      'slow sequences',
      'the empty lattice',
    ],
  },
  {
    prefix: 'jose',
    site: 'jose',
    issns: { eissn: '2577-3569' },
    openings: [
      'A course on',
      'Teaching',
      'Open materials for',
      'An evening class in',
      'Learning',
      'A workbook of',
    ],
    subjects: [
      'version control',
      'statistics with buttons',
      'reading source code',
      'careful measurement',
      'small databases',
      'plotting by hand',
    ],
  },
];
const people = [
  'Ines Okafor',
  'Tomasz Brandt',
  'Mira Castellan',
  'Ada Lindqvist',
  'Kofi Mensah',
  'Yuki Arai',
  'Paulo Serra',
  'Hanne Vik',
];
const places = [
  'Institute for Lost Coasts',
  'University of Delft',
  'School of the Harbour, Bergen',
  'Open University of the Isles',
];

/** A volume as a publisher would have it: believable articles of three journals, some with something to mend. */
export function volume(): DraftRecord[] {
  const records: DraftRecord[] = [];
  for (const one of series) {
    one.subjects.forEach((subject, row) => {
      one.openings.forEach((opening, column) => {
        records.push(entry(one, `${opening} ${subject}`, row * one.openings.length + column));
      });
    });
  }
  return records;
}

function entry(one: Series, title: string, at: number): DraftRecord {
  const { prefix, site, issns } = one;
  const name = (step: number) => people[(at * 3 + step) % people.length]!;
  const place = (step: number) => places[(at + step) % places.length]!;
  const year = String(2026 - (at % 3));
  const base = article(at + 1);
  const [first] = (base.bibjson as { author: { orcid_id: string }[] }).author;
  const author = [
    { name: name(0), affiliation: place(0), ...(at % 5 === 4 ? {} : { orcid_id: first!.orcid_id }) },
    { name: name(1), affiliation: place(1) },
  ];
  const isLoud = at % 17 === 6;
  const isBroken = at % 13 === 7;
  return article(at + 1, {
    title: isLoud ? title.toUpperCase() : title,
    abstract: `${title}: what the sources say, where they disagree, and what can be shown with the means at hand. ${'The material was gathered over three summers and checked against the printed record; what could not be settled is named as such. '.repeat(4)}`,
    author: isBroken ? [{ ...author[0], orcid_id: '0000-0002-1825' }, author[1]] : author,
    identifier: [
      { type: 'doi', id: `10.5555/${prefix}.31.${at + 1}` },
      ...Object.entries(issns).map(([type, id]) => ({ type, id })),
    ],
    link: [
      {
        type: 'fulltext',
        url: `${at % 11 === 3 ? 'http' : 'https'}://${site}.example.org/31/${at + 1}`,
        content_type: 'PDF',
      },
    ],
    year,
    month: String((at % 12) + 1),
    keywords:
      at % 19 === 8
        ? ['maps, margins, tides']
        : ['sources', 'method', prefix === 'jose' ? 'teaching' : 'history'],
    journal: {
      volume: '31',
      number: String((at % 4) + 1),
      start_page: String(at * 9 + 1),
      end_page: String(at * 9 + 8),
    },
  });
}
