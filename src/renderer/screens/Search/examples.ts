import type { SearchKind } from '../../../shared/search/searching.ts';

/** An example search; `search.example.<name>` describes what it finds. */
export interface Example {
  name: string;
  query: string;
}

const examples: Readonly<Record<SearchKind, readonly Example[]>> = {
  journal: [
    { name: 'journalTitle', query: 'title:education' },
    { name: 'journalIssn', query: 'issn:2577-3569' },
    { name: 'journalPublisher', query: 'bibjson.publisher.name:"University Press"' },
    { name: 'journalLicence', query: 'license:"CC BY" AND bibjson.oa_start:[2015 TO 2026]' },
  ],
  article: [
    { name: 'articlePhrase', query: 'title:"open source"' },
    { name: 'articleYear', query: 'issn:2577-3569 AND bibjson.year:2024' },
    { name: 'articleAuthor', query: 'bibjson.author.name:Okafor' },
    { name: 'articleAdded', query: 'created_date:[2026-01-01 TO 2026-12-31]' },
  ],
  application: [
    { name: 'applicationAll', query: 'created_date:[2000-01-01 TO 2099-12-31]' },
    { name: 'applicationTitle', query: 'title:annals' },
    { name: 'applicationAdded', query: 'created_date:[2026-01-01 TO 2026-12-31]' },
  ],
};

/** Example searches; with the account's name at the directory, one of them finds its own journals. */
export function examplesOf(kind: SearchKind, username: string): readonly Example[] {
  if (kind !== 'journal' || !/^[\w.@-]+$/.test(username)) return examples[kind];
  return [{ name: 'journalMine', query: `username:${username}` }, ...examples.journal];
}
