/** The facts about a journal, by all its ISSNs (reference/checker-api.md 3). */
export interface CheckerJournal {
  issns: string[];
  title: string;
  publisher?: string;
  alternatives: string[];
  inDirectory: boolean;
  /** null: unknown from the directory's record. */
  licences: string[] | null;
  inProgress: boolean;
  exception: boolean;
  caveat: string;
  funderCaveats: Record<string, string>;
  transformative: boolean;
  transformativeExcludedBy: string[];
  selfArchivingProhibited: boolean;
  retained: boolean;
  agreements: string[];
  priceDataYears?: number[];
}

interface CheckerInstitution {
  ror: string;
  title: string;
  country: string;
  alternative?: string;
  agreements: string[];
}

export interface CheckerAgreement {
  id: string;
  endDate?: string;
  correspondingAuthors: boolean;
}

export interface Permission {
  canArchive: boolean;
  /** null: unknown, which breaks the record's evaluation. */
  versions: string[] | null;
  /** Funders that the record requires; null: none. */
  requiredFunders: string[] | null;
  embargo: number | null;
  licences: string[];
  score: number;
}

export interface CheckerPolicy {
  issns: string[];
  permissions: Permission[];
  /** True if there is a best permission; and the type of journal that it names. */
  best: { journalType: string | null } | null;
}

export interface CheckerCard {
  id: string;
  compliant?: unknown;
  match_routes?: Rule;
  match_qualifications?: Rule;
  [member: string]: unknown;
}
export interface Rule {
  must?: string[];
  or?: string[];
  not?: string[];
}

/** A funder's configuration, merged with the default. */
export interface CheckerFunder {
  id: string;
  name: string;
  routes: Record<string, { calculate?: boolean; rights_retention?: string; [member: string]: unknown }>;
  card_order: string[];
  cards: CheckerCard[];
  [member: string]: unknown;
}

export type Tree = { [name: string]: unknown };

export interface CheckerWorld {
  /** The clock of the checker; null: the current time. */
  clock: Date | null;
  vocabulary: 'spec' | 'deployed';
  /** `notFound`: `/tj` returns a real 404, or 200 with the body 404; `errors`: error bodies with the message, or only "Server error."; `order`: results as routes finish, or in the order of the routes; `verdict`: answers may have none; `failing`: funders about which every question fails; `instead`: the question that is answered in place of the one asked. */
  oddities: {
    notFound: 'status' | 'body';
    errors: 'message' | 'bare';
    order: 'mixed' | 'fixed';
    verdict: 'given' | 'missing';
    failing: string[];
    instead: { issn?: string; funder?: string; ror?: string };
  };
  funders: Map<string, CheckerFunder>;
  /** Layers by `<funder>__<language>`; `default__en` is the lowest. */
  language: Record<string, Tree>;
  journals: CheckerJournal[];
  institutions: CheckerInstitution[];
  agreements: Map<string, CheckerAgreement>;
  policies: CheckerPolicy[];
}

/**
 * Reads the `checker` of a world: `{clock, vocabulary, oddities, default, funders: [configuration], language:
 * {"<funder>__<lang>": layer}, journals, institutions, agreements, policies}`. A journal is `{issn: [...], title,
 * publisher, indoaj, licence: [...], doajinprogress, oa_exception, oa_exception_caveat, oa_exception_funder_caveats:
 * [{funder, caveat}], tj, tj_excluded_by, sa_prohibited, retained, tas}`, an institution `{ror, title, country, tas}`, an
 * agreement `{jct_id, end_date, corresponding_authors}`, a policy `{issn: [...], all_permissions, best_permission}`
 * (reference/checker-api.md 3, "Facts per journal cluster").
 */
export function readCheckerWorld(given: unknown): CheckerWorld {
  const world = tree(given);
  const base = tree(world.default);
  const odd = tree(world.oddities);
  return {
    clock: typeof world.clock === 'string' ? new Date(world.clock) : null,
    vocabulary: world.vocabulary === 'deployed' ? 'deployed' : 'spec',
    oddities: {
      notFound: odd.notFound === 'body' ? 'body' : 'status',
      errors: odd.errors === 'bare' ? 'bare' : 'message',
      order: odd.order === 'mixed' ? 'mixed' : 'fixed',
      verdict: odd.verdict === 'missing' ? 'missing' : 'given',
      failing: texts(odd.failing),
      instead: tree(odd.instead),
    },
    funders: new Map(
      list(world.funders).map((funder) => {
        const merged = readFunder(merge(base, funder) as Tree);
        return [merged.id, merged];
      }),
    ),
    language: tree(world.language) as Record<string, Tree>,
    journals: list(world.journals).map(readJournal),
    institutions: list(world.institutions).map((one) => ({
      ror: text(one.ror) || text(one.id),
      title: text(one.title),
      country: text(one.country),
      ...(text(one.alternate) ? { alternative: text(one.alternate) } : {}),
      agreements: texts(one.tas ?? one.agreements),
    })),
    agreements: new Map(
      list(world.agreements).map((one) => [text(one.jct_id ?? one.id), readAgreement(one)]),
    ),
    policies: list(world.policies).map(readPolicy),
  };
}

/** Merges the upper layer over the lower: objects are merged, everything else is replaced (reference/checker-api.md 4.1, 5.2). */
export function merge(lower: unknown, upper: unknown): unknown {
  if (!isTree(lower) || !isTree(upper)) return upper === undefined ? lower : upper;
  const merged: Tree = { ...lower };
  for (const [name, value] of Object.entries(upper)) merged[name] = merge(lower[name], value);
  return merged;
}

function readFunder(funder: Tree): CheckerFunder {
  return {
    ...funder,
    id: text(funder.id),
    name: text(funder.name),
    routes: tree(funder.routes) as CheckerFunder['routes'],
    card_order: texts(funder.card_order),
    cards: list(funder.cards) as unknown as CheckerCard[],
  };
}

function readJournal(one: Tree): CheckerJournal {
  const caveats = list(one.oa_exception_funder_caveats).map((entry) => [
    text(entry.funder),
    text(entry.caveat),
  ]);
  return {
    issns: texts(one.issn ?? one.issns),
    title: text(one.title),
    ...(text(one.publisher) ? { publisher: text(one.publisher) } : {}),
    alternatives: texts(one.alts),
    inDirectory: one.indoaj === true,
    licences: readLicences(one.licence ?? one.license ?? one.licences),
    inProgress: one.doajinprogress === true,
    exception: one.oa_exception === true,
    caveat: text(one.oa_exception_caveat),
    funderCaveats: Object.fromEntries(caveats),
    transformative: one.tj === true,
    transformativeExcludedBy: texts(one.tj_excluded_by),
    selfArchivingProhibited: one.sa_prohibited === true,
    retained: one.retained === true,
    agreements: texts(one.tas ?? one.agreements),
    ...(Array.isArray(one.price_data_years) ? { priceDataYears: one.price_data_years as number[] } : {}),
  };
}

function readLicences(value: unknown): string[] | null {
  if (!Array.isArray(value)) return typeof value === 'string' ? [value] : null;
  return value.map((entry) => (isTree(entry) ? text(entry.type) : text(entry)));
}

function readAgreement(one: Tree): CheckerAgreement {
  return {
    id: text(one.jct_id ?? one.id),
    ...(text(one.end_date) ? { endDate: text(one.end_date) } : {}),
    correspondingAuthors: one.corresponding_authors === true || one.corresponding_author === true,
  };
}

function readPolicy(one: Tree): CheckerPolicy {
  const issuer = tree(tree(one.best_permission).issuer);
  const journalType = text(issuer.journal_oa_type) || null;
  return {
    issns: texts(one.issn ?? one.issns),
    permissions: list(one.all_permissions ?? one.permissions).map(readPermission),
    best: isTree(one.best_permission) ? { journalType } : null,
  };
}

/**
 * A number may be written as text; the licence may be given twice, which duplicates it in the log
 * (reference/checker-api.md 2.3).
 */
function readPermission(one: Tree): Permission {
  const embargo = one.embargo_months;
  const types = list(one.licences).map((entry) => text(entry.type));
  return {
    canArchive: one.can_archive === true,
    versions: Array.isArray(one.versions) ? texts(one.versions) : null,
    requiredFunders: isTree(one.requirements) ? texts(one.requirements.funder) : null,
    embargo: embargo === undefined || embargo === null || embargo === '' ? null : Number(embargo),
    licences: [...types, ...(text(one.licence) ? [text(one.licence)] : [])],
    score: typeof one.score === 'number' ? one.score : 0,
  };
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function tree(value: unknown): Tree {
  return isTree(value) ? value : {};
}

function list(value: unknown): Tree[] {
  return Array.isArray(value) ? value.filter(isTree) : [];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
