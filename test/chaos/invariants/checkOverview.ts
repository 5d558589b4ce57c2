import type Database from 'better-sqlite3';
import type { DraftFilter } from '../../../src/shared/draft/draft.ts';
import { coverageNames } from '../../../src/shared/overview/coverage.ts';
import type { Overview } from '../../../src/shared/overview/overview.ts';
import type { Problem } from '../problem.ts';

/** A figure of the Overview, and how many records the list that it opens has. */
export interface Figure {
  name: string;
  shown: number;
  listed: number;
}

/** The figures with lists of drafts, each with the filter of its list. */
export function figuresOf({
  journals,
  refusals,
}: Overview): (Omit<Figure, 'listed'> & { filter: DraftFilter })[] {
  const ofYears = journals.flatMap(({ key, years }) =>
    years
      .filter(({ drafts }) => drafts > 0)
      .flatMap(({ year, drafts, coverage }) => {
        const filter = { journal: [key], year: [year] };
        const name = `journal ${key} and year ${year}`;
        return [
          { name, shown: drafts, filter },
          ...coverageNames
            .filter((missing) => missing !== 'licence')
            .map((missing) => ({
              name: `${name} without ${missing}`,
              shown: drafts - coverage[missing],
              filter: { ...filter, missing: [missing] },
            })),
        ];
      }),
  );
  const ofRefusals = refusals.map(({ code, articles }) => ({
    name: `refusal ${code}`,
    shown: articles,
    filter: { refusal: code },
  }));
  return [...ofYears, ...ofRefusals];
}

/** Every figure of the Overview is that of the rows, and the list that it opens has as many records. */
export function checkOverview(
  db: Database.Database,
  { accountId, overview, figures }: { accountId: string; overview: Overview; figures: readonly Figure[] },
): Problem[] {
  const count = (sql: string) =>
    db.prepare<[string], number>(`SELECT count(*) ${sql}`).pluck().get(accountId)!;
  const years = overview.journals.flatMap((journal) => journal.years);
  const refused = `account_id = ? AND sync IN ('refused', 'failed') AND refusal IS NOT NULL`;
  const pairs: [string, number, number][] = [
    [
      'drafts',
      sum(years.map(({ drafts }) => drafts)),
      count('FROM drafts WHERE account_id = ? AND staged = 0 AND trashed_at IS NULL'),
    ],
    [
      'articles that were sent',
      sum(overview.sent.map(({ articles }) => articles)),
      count(`FROM upload_items JOIN uploads ON uploads.id = upload_id
        WHERE account_id = ? AND upload_items.state = 'done'`),
    ],
    [
      'applications that were sent',
      sum(overview.sent.map(({ applications }) => applications)),
      count(`FROM application_events e JOIN applications a ON a.id = e.application_id
        WHERE account_id = ? AND e.kind IN ('sent', 'updated')`),
    ],
    [
      'refused articles',
      sum(overview.refusals.map(({ articles }) => articles)),
      count(`FROM drafts WHERE ${refused} AND staged = 0 AND trashed_at IS NULL`),
    ],
    [
      'refused applications',
      sum(overview.refusals.map(({ applications }) => applications)),
      count(`FROM applications WHERE ${refused} AND trashed_at IS NULL`),
    ],
    [
      'Update Requests',
      sum(overview.requests.flatMap(({ ages }) => ages)),
      count(`FROM applications WHERE account_id = ? AND kind = 'update' AND trashed_at IS NULL`),
    ],
  ];
  const wrong = pairs.filter(([, shown, stored]) => shown !== stored);
  return [
    ...wrong.map(([name, shown, stored]): Problem => {
      const text = `The Overview has ${shown} ${name}, and ${stored} are stored.`;
      return { check: 'overview figure', text };
    }),
    ...figures
      .filter(({ shown, listed }) => shown !== listed)
      .map(({ name, shown, listed }): Problem => {
        const text = `The Overview has ${shown} drafts for ${name}, and its list has ${listed}.`;
        return { check: 'list of an overview figure', text };
      }),
  ];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
