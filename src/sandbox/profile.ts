import type { DirectoryStore } from './directoryStore.ts';
import type { ArticleRecord, JournalBibjson } from './records.ts';

/** Changes of the service that are prepared but not released (reference/directory-changes.md 4.1). */
const SWITCHES = [
  /** #2425: articles older than the journal's open-access start are refused. */
  'oaStart',
  /** #2621: DOIs in lower case. */
  'doiCase',
  /** #2614: wildcards in searches. */
  'wildcards',
  /** #2589: another list of review processes; "blind" and "None" are refused. */
  'reviewProcess',
  /** #2620: a search without a field finds alternative titles. */
  'alternativeTitle',
  /** #2611: more types of identifiers of articles. */
  'identifierTypes',
  /** #2518: journals name their editions in other languages. */
  'languageEditions',
  /** #2522: subjects of the scheme CRDC. */
  'crdc',
  /** #2596: new applications begin with another status. */
  'newWorkflow',
] as const;

type Switch = (typeof SWITCHES)[number];
/** Which of the prepared changes the sandbox plays. */
export type Profile = Record<Switch, boolean>;
export type ProfileChoice = '2026-08' | 'next' | Partial<Profile>;

export const PROFILES: Record<'2026-08' | 'next', Profile> = { '2026-08': all(false), next: all(true) };

function all(isOn: boolean): Profile {
  return Object.fromEntries(SWITCHES.map((name) => [name, isOn])) as Profile;
}

/** A name, or switches that differ from 2026-08; throws a description of anything else. */
export function readProfile(choice: unknown): Profile {
  if (choice === '2026-08' || choice === 'next') return { ...PROFILES[choice] };
  const entries = typeof choice === 'object' && choice !== null ? Object.entries(choice) : [['', '']];
  const isKnown = entries.every(
    ([name, isOn]) => (SWITCHES as readonly unknown[]).includes(name) && typeof isOn === 'boolean',
  );
  if (!isKnown) throw new Error(`A profile is 2026-08, next or {switch: true} of ${SWITCHES.join(', ')}.`);
  return { ...PROFILES['2026-08'], ...(choice as Partial<Profile>) };
}

/** The version that the address of the site's style sheet names (reference/directory-changes.md 4.2, probe 0). */
export function siteVersion(profile: Profile): string {
  return Object.values(profile).includes(true) ? '8.7.0' : '8.6.13';
}

/** The article as this profile's service saves it. */
export function savedArticle(record: ArticleRecord, { doiCase }: Profile): ArticleRecord {
  const identifiers = record.bibjson.identifier ?? [];
  const doi = identifiers.find(({ type }) => type === 'doi');
  if (!doiCase || doi?.id === undefined) return record;
  const others = identifiers.filter(({ type }) => type !== 'doi');
  const identifier = [...others, { ...doi, id: doi.id.toLowerCase() }];
  return { ...record, bibjson: { ...record.bibjson, identifier } };
}

const REVIEW_RENAMED: Record<string, string> = {
  'Anonymous peer review': 'Single anonymous peer review',
  'Peer review': 'Unspecified peer review',
};

/** The values that a person can choose as the review process. */
export function reviewChoices(today: readonly string[], { reviewProcess }: Profile): readonly string[] {
  if (!reviewProcess) return today;
  const kept = today.filter((value) => !Object.hasOwn(REVIEW_RENAMED, value));
  return ['Single anonymous peer review', 'Triple anonymous peer review', ...kept];
}

/** What the service changes in its journals and applications on its own when a profile begins. */
export function migration(store: DirectoryStore, profile: Profile) {
  const migrated = (bibjson: JournalBibjson) =>
    withSubjects(withReview(bibjson, profile.reviewProcess), profile.crdc);
  return {
    journals: store.journals
      .map((journal) => ({ ...journal, bibjson: migrated(journal.bibjson) }))
      .filter(({ id, bibjson }) => bibjson !== store.journal(id)!.bibjson),
    applications: store.applications
      .all()
      .map((record) => ({ ...store.applications.keptAs(record.id)!, record }))
      .map((kept) => ({
        ...kept,
        record: { ...kept.record, bibjson: withReview(kept.record.bibjson, profile.reviewProcess) },
      }))
      .filter(({ record }) => record.bibjson !== store.applications.get(record.id)!.bibjson),
  };
}

/** The same object if nothing changes, like the next one. */
function withReview(bibjson: JournalBibjson, isOn: boolean): JournalBibjson {
  const editorial = bibjson.editorial as { review_process?: unknown } | undefined;
  const values = editorial?.review_process;
  if (!isOn || !Array.isArray(values)) return bibjson;
  if (!values.some((value) => Object.hasOwn(REVIEW_RENAMED, value))) return bibjson;
  const review_process = values.map((value) => REVIEW_RENAMED[value] ?? value);
  return { ...bibjson, editorial: { ...editorial, review_process } };
}

/** The codes only look like those of CRDC. */
function withSubjects(bibjson: JournalBibjson, isOn: boolean): JournalBibjson {
  const { subject } = bibjson;
  if (!isOn || !subject?.some(({ scheme }) => scheme === 'LCC')) return bibjson;
  const moved = subject.map((one) =>
    one.scheme === 'LCC' ? { ...one, scheme: 'CRDC', code: `RDF${(one.code ?? 'A').charCodeAt(0)}` } : one,
  );
  return { ...bibjson, subject: moved };
}
