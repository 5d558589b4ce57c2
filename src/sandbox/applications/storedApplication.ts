import { pyLength, pyStrip } from '../python/pythonValue.ts';
import type { JournalBibjson } from '../records.ts';
import { Refusal } from '../refusals.ts';
import type { Chosen, FormData } from './formData.ts';
import { hasService } from './formRules.ts';
import { licences, OWN_LICENCE } from './vocabulary.ts';

/**
 * The stored record (reference/directory-api.md 5.5 and addenda): free text appended to the known words, values that
 * belong to a "no" dropped, repeated entries in reverse order.
 */
export function storedBibjson(form: FormData): JournalBibjson {
  const { urls } = form;
  return present({
    title: form.title,
    alternative_title: form.alternativeTitle,
    pissn: form.pissn,
    eissn: form.eissn,
    boai: form.boai,
    oa_start: form.oaStart,
    publication_time_weeks: form.weeks,
    keywords: form.keywords.map((keyword) => keyword.toLowerCase()),
    language: form.languages.toReversed(),
    publisher: present({ name: form.publisherName, country: form.publisherCountry }),
    institution: ifAny(present({ name: form.institutionName, country: form.institutionCountry })),
    license: storedLicences(form),
    article: present({
      license_display: [form.isLicenceDisplayed ? 'Embed' : 'No'],
      license_display_example_url: form.isLicenceDisplayed ? urls.license_display_example_url : '',
    }),
    copyright: present({ author_retains: form.authorRetains, url: urls.copyright_url }),
    editorial: present({
      review_process: withOther(form.review),
      review_url: urls.review_url,
      board_url: urls.editorial_board_url,
    }),
    ...storedAnswers(form),
    preservation: storedPreservation(form),
    deposit_policy: storedDeposit(form),
    pid_scheme: storedPids(form.pid),
    ref: present({
      journal: urls.journal_url,
      oa_statement: urls.oa_statement_url,
      aims_scope: urls.aims_scope_url,
      author_instructions: urls.author_instructions_url,
      license_terms: urls.license_terms_url,
    }),
  });
}

/** Longest text that the search engine accepts as one exact value; a longer one prevents saving. */
export function checkTextSizes(value: unknown): void {
  if (typeof value === 'string') {
    if (pyLength(value) * 4 > MAX_BYTES && Buffer.byteLength(value) > MAX_BYTES) {
      throw new Refusal(400, 'illegal_argument_exception');
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) checkTextSizes(inner);
  }
}

const MAX_BYTES = 32_766;

/** Questions whose other values are stored only with a yes. */
function storedAnswers({ hasApc, hasWaiver, hasOtherCharges, detectsPlagiarism, charges, urls }: FormData) {
  return {
    apc: present({ has_apc: hasApc, url: urls.apc_url, max: hasApc ? charges.toReversed() : undefined }),
    waiver: present({ has_waiver: hasWaiver, url: hasWaiver ? urls.waiver_url : '' }),
    other_charges: present({
      has_other_charges: hasOtherCharges,
      url: hasOtherCharges ? urls.other_charges_url : '',
    }),
    plagiarism: present({ detection: detectsPlagiarism, url: detectsPlagiarism ? urls.plagiarism_url : '' }),
  };
}

/**
 * Attributes and addresses come from a table; a custom licence after a known one inherits its address
 * (reference/directory-api.md 5.5).
 */
function storedLicences({ licences: types, licenceAttributes, urls }: FormData): object[] {
  let url = urls.license_terms_url;
  return types.map((type) => {
    const known = licences.get(type);
    if (known) {
      url = known.url;
      return { type, ...known };
    }
    if (type !== OWN_LICENCE || licenceAttributes.length === 0) return { type, url };
    const [BY, NC, ND, SA] = ['BY', 'NC', 'ND', 'SA'].map((name) => licenceAttributes.includes(name));
    return { type, BY, NC, ND, SA, url };
  });
}

const RESERVED = ['national_library', 'none', 'other'];

function withOther({ words, other }: Chosen): string[] {
  const known = words.filter((word) => !RESERVED.includes(word));
  return words.includes('other') && other !== '' ? [...known, other] : known;
}

/** `none` beside services means no, but the services are still stored (addenda "Multiple choices with free text"). */
function storedPreservation({ preservation, libraries, urls }: FormData): object {
  const names = preservation.words.includes('national_library')
    ? libraries.filter((name) => name !== '')
    : [];
  return present({
    has_preservation: !preservation.words.includes('none'),
    service: listed(withOther(preservation)),
    national_library: listed(names.toReversed().map(pyStrip)),
    url: hasService(preservation) ? urls.preservation_service_url : '',
  });
}

function storedDeposit({ deposit, urls }: FormData): object {
  const services = withOther(deposit);
  return present({
    has_policy: services.length > 0,
    service: listed(services),
    url: hasService(deposit) ? urls.deposit_policy_url : '',
  });
}

function storedPids(pid: Chosen): object {
  const scheme = withOther(pid);
  return present({ has_pid_scheme: scheme.length > 0, scheme: listed(scheme) });
}

function listed<T>(list: T[]): T[] | undefined {
  return list.length > 0 ? list : undefined;
}

function ifAny<T extends object>(object: T): T | undefined {
  return Object.keys(object).length > 0 ? object : undefined;
}

/** Removes members that are absent or an empty text. */
function present<T extends object>(object: T): T {
  return Object.fromEntries(
    Object.entries(object).filter(([, value]) => value !== undefined && value !== ''),
  ) as T;
}
