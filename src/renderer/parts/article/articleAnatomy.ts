import type { Anatomy } from '../form/compareRecords.ts';

/** How two articles are held against each other. */
export const articleAnatomy: Anatomy = {
  order: [
    'bibjson.title',
    'bibjson.abstract',
    'bibjson.author',
    'bibjson.identifier',
    'bibjson.link',
    'bibjson.year',
    'bibjson.month',
    'bibjson.journal.volume',
    'bibjson.journal.number',
    'bibjson.journal.start_page',
    'bibjson.journal.end_page',
    'bibjson.keywords',
  ],
  holders: ['bibjson', 'bibjson.journal'],
};
