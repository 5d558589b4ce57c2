import { PY_SPACE, pyStrip } from '../python/pythonValue.ts';
import type { Chosen, FormData, UrlField } from './formData.ts';
import { isCountryCode, licenceTypes, stopWords } from './vocabulary.ts';

export interface FormContext {
  /** A new application is also compared with the journals of the directory. */
  isUpdate: boolean;
  /** "Blind" in a free text for the review process, and "None" in any, are errors. */
  refusesBlind: boolean;
  year: number;
  isIssnTaken: (issn: string) => boolean;
  isHomepageTaken: (address: string) => boolean;
}

/** The errors of the form as one text, or undefined if there are none (reference/directory-api.md 5.4 and addenda). */
export function formErrors(form: FormData, context: FormContext): string | undefined {
  const errors = fieldErrors(form, context).filter(([, messages]) => messages.length > 0);
  if (errors.length === 0) return undefined;
  const inOrder = context.isUpdate ? [...errors].sort(homepageLast) : errors;
  const texts = inOrder.map(([path, messages]) => `${path} : ${messages.join('; ')}`);
  return `The following validation errors were received: ${texts.join('')}`;
}

type FieldError = [path: string, messages: string[]];

/** In an Update Request the homepage has been observed after the other fields. */
function homepageLast([a]: FieldError, [b]: FieldError): number {
  return Number(a === HOMEPAGE) - Number(b === HOMEPAGE);
}

const HOMEPAGE = 'bibjson.ref.journal';
const MUST_BE_URL = '<p><small>Please enter a valid URL. It should start with http or https</small></p>';
const SAME_NAMES = "The Publisher's name and Other organisation's name cannot be the same.";
const ISSN_TAKEN = 'This ISSN already appears in the public DOAJ database';
const REQUIRED = 'This field is required.';
const NO_CHOICE = 'Not a valid choice';
const YES_OR_NO = 'Select Yes or No';
const AT_LEAST_ONE = 'Select <strong>at least one</strong> option';

function fieldErrors(form: FormData, context: FormContext): FieldError[] {
  return [
    ...aboutErrors(form, context),
    ...organisationErrors(form, context),
    ...licenceErrors(form, context),
    ...qualityErrors(form, context),
    ...feeErrors(form),
    ...servicesErrors(form, context),
  ];
}

function aboutErrors(form: FormData, context: FormContext): FieldError[] {
  const { boai, oaStart, title, languages } = form;
  return [
    ['bibjson.boai', boai ? [] : [boai === undefined ? MUST_BE_YES : 'You must enter y']],
    ['bibjson.ref.oa_statement', url(form, 'oa_statement_url', page('Open Access statement'))],
    [
      'bibjson.oa_start',
      oaStart === undefined ? ['Enter the Year (YYYY).'] : range(oaStart, 1900, context.year),
    ],
    ['bibjson.title', title === '' ? ['Enter the journal’s name'] : []],
    [HOMEPAGE, homepageErrors(form, context)],
    ['bibjson.pissn', issnErrors(form.pissn, form.eissn, 'online', context)],
    ['bibjson.eissn', issnErrors(form.eissn, form.pissn, 'print', context)],
    ['bibjson.language', languages.length === 0 ? ['Enter <strong>at least one</strong> language'] : []],
  ];
}

const MUST_BE_YES = 'You must answer <strong>Yes</strong> to continue';

function homepageErrors(form: FormData, context: FormContext): string[] {
  const missing = 'Enter the URL for the journal’s <strong>homepage</strong>';
  const errors = url(form, 'journal_url', context.isUpdate ? REQUIRED : missing);
  const isTaken = !context.isUpdate && context.isHomepageTaken(form.urls.journal_url);
  return isTaken ? [...errors, 'This Journal URL already appears in the public DOAJ database'] : errors;
}

function issnErrors(own: string, other: string, kindOfOther: string, context: FormContext): string[] {
  if (own === '') {
    if (other !== '') return [];
    return ['You must provide <strong>one or both</strong> an online ISSN or a print ISSN'];
  }
  const errors: string[] = [];
  if (!/^\p{Nd}{4}-\p{Nd}{3}[\p{Nd}Xx]$/u.test(own)) errors.push('This is not a valid ISSN');
  if (own === other) errors.push(`This field must contain a different value to 'ISSN (${kindOfOther})'`);
  if (!context.isUpdate && context.isIssnTaken(own)) errors.push(ISSN_TAKEN);
  return errors;
}

function organisationErrors(form: FormData, context: FormContext): FieldError[] {
  const { publisherName, institutionName, publisherCountry, institutionCountry } = form;
  const areSame = publisherName !== '' && publisherName === institutionName;
  const same = areSame ? [SAME_NAMES] : [];
  return [
    ['publisher_name', publisherName === '' ? ["Enter the name of the journal's publisher"] : same],
    ['publisher_country', publisherCountryErrors(publisherCountry)],
    ['institution_name', [...same, ...noneErrors([institutionName], context)]],
    [
      'institution_country',
      institutionCountry === '' || isCountryCode(institutionCountry) ? [] : [NO_CHOICE],
    ],
  ];
}

function publisherCountryErrors(country: string): string[] {
  if (pyStrip(country) === '') {
    const place = 'carries out its business operations and is registered';
    return [`Enter the <strong>country</strong> where the publisher ${place}`];
  }
  return isCountryCode(country) ? [] : [NO_CHOICE];
}

function licenceErrors(form: FormData, { isUpdate }: FormContext): FieldError[] {
  const unknown = form.licences.find((type) => !licenceTypes.includes(type));
  const example = 'Enter the URL for any recent article that displays or embeds a license';
  return [
    [
      'bibjson.license.type',
      form.licences.length === 0
        ? ['Select <strong>at least one</strong> type of license']
        : unknown === undefined
          ? []
          : [`'${unknown}' is not a valid choice for this field`],
    ],
    ['bibjson.license.url', url(form, 'license_terms_url', page('<strong>license terms</strong>'))],
    ['bibjson.article.license_display', form.isLicenceDisplayed === undefined ? [YES_OR_NO] : []],
    [
      'bibjson.article.license_display_example_url',
      urlIf(form.isLicenceDisplayed, form, 'license_display_example_url', example),
    ],
    ['bibjson.copyright.author_retains', form.authorRetains === undefined ? [YES_OR_NO] : []],
    [
      'bibjson.copyright.url',
      url(form, 'copyright_url', isUpdate ? REQUIRED : page('<strong>copyright terms</strong>')),
    ],
  ];
}

function qualityErrors(form: FormData, context: FormContext): FieldError[] {
  const { review, weeks, keywords } = form;
  const refused = keywords.find((keyword) => stopWords.includes(keyword));
  const noReview = 'Select <strong>at least one</strong> type of review process';
  return [
    ['bibjson.editorial.review_process', review.words.length === 0 ? [noReview] : []],
    ['bibjson.editorial.review_process', otherErrors(review, 'type of peer review')],
    ['bibjson.editorial.review_process', blindErrors(review, context)],
    ['bibjson.editorial.review_url', url(form, 'review_url', page('<strong>peer review policy</strong>'))],
    ['bibjson.plagiarism.detection', form.detectsPlagiarism === undefined ? [YES_OR_NO] : []],
    [
      'bibjson.plagiarism.url',
      urlIf(form.detectsPlagiarism, form, 'plagiarism_url', page('<strong>plagiarism policy</strong>')),
    ],
    ['bibjson.ref.aims_scope', url(form, 'aims_scope_url', page('<strong>Aims & Scope</strong>'))],
    [
      'bibjson.editorial.board_url',
      url(form, 'editorial_board_url', page('<strong>Editorial Board</strong>')),
    ],
    [
      'bibjson.ref.author_instructions',
      url(form, 'author_instructions_url', page('<strong>Instructions for Authors</strong>')),
    ],
    ['bibjson.publication_time_weeks', range(weeks, 1, 100)],
    [
      'bibjson.keywords',
      keywords.length === 0
        ? ['Enter at least <strong>one subject keyword</strong> in English']
        : [
            ...(refused === undefined ? [] : [`You may not enter '${refused}' in this field`]),
            ...(keywords.length > 6 ? ['You can only enter up to 6 keywords.'] : []),
          ],
    ],
  ];
}

function feeErrors(form: FormData): FieldError[] {
  const { hasApc, hasWaiver, hasOtherCharges } = form;
  return [
    ['bibjson.apc.has_apc', hasApc === undefined ? [YES_OR_NO] : []],
    ...(hasApc ? chargeErrors(form) : []),
    ['bibjson.apc.url', url(form, 'apc_url', page('<strong>publication fees</strong>', ' information page'))],
    ['bibjson.waiver.has_waiver', hasWaiver === undefined ? [YES_OR_NO] : []],
    ['bibjson.waiver.url', urlIf(hasWaiver, form, 'waiver_url', page('<strong>waiver information</strong>'))],
    ['bibjson.other_charges.has_other_charges', hasOtherCharges === undefined ? [YES_OR_NO] : []],
    [
      'bibjson.other_charges_url',
      urlIf(hasOtherCharges, form, 'other_charges_url', page('<strong>fees<strong>', ' information page')),
    ],
  ];
}

/** Field names are repeated for each invalid entry; valid entries are `{}` (addenda "APC entries"). */
function chargeErrors({ charges }: FormData): FieldError[] {
  const message = 'Enter the value of the highest publishing fee the journal has charged';
  if (charges.length === 0) return [['apc_charges.apc_currency.apc_max', [message]]];
  const wrong = charges.filter(({ price }) => price === 0).length;
  if (wrong === 0) return [];
  const path = wrong === 1 ? 'bibjson.apc.max.price' : `apc_charges${'.apc_max'.repeat(wrong)}`;
  return [[path, wrong === charges.length ? [message] : ['{}', message]]];
}

function servicesErrors(form: FormData, context: FormContext): FieldError[] {
  const { preservation, libraries, deposit, pid } = form;
  const needsLibrary = preservation.words.includes('national_library');
  const noLibrary = 'Enter the name(s) of the national library or libraries where the journal is archived';
  const hasBlankLibrary = libraries.some((name) => name !== '' && pyStrip(name) === '');
  const hasLibrary = libraries.some((name) => name !== '') && !hasBlankLibrary;
  return [
    ['bibjson.preservation.service', preservation.words.length === 0 ? [AT_LEAST_ONE] : []],
    [
      'bibjson.preservation.national_library',
      needsLibrary && !hasLibrary ? [noLibrary] : noneErrors(libraries, context),
    ],
    [
      'bibjson.preservation.service',
      [...otherErrors(preservation, 'archiving policy'), ...noneErrors([preservation.other], context)],
    ],
    [
      'bibjson.preservation.url',
      urlIf(hasService(preservation), form, 'preservation_service_url', neededBy('preservation_service')),
    ],
    ['bibjson.deposit_policy.service', deposit.words.length === 0 ? [AT_LEAST_ONE] : []],
    [
      'bibjson.deposit_policy.service',
      [...otherErrors(deposit, 'repository policy'), ...noneErrors([deposit.other], context)],
    ],
    [
      'bibjson.deposit_policy.url',
      urlIf(hasService(deposit), form, 'deposit_policy_url', neededBy('deposit_policy')),
    ],
    ['bibjson.pid_scheme.scheme', pid.words.length === 0 ? [AT_LEAST_ONE] : []],
    [
      'bibjson.pid_scheme.scheme',
      [...otherErrors(pid, 'type of identifier'), ...noneErrors([pid.other], context)],
    ],
  ];
}

/** Returns true if a service was chosen, so that an address is required. */
export function hasService({ words }: Chosen): boolean {
  return words.some((word) => word !== 'none');
}

const SERVICES = {
  preservation_service:
    "['CINES', 'CLOCKSS', 'LOCKSS', 'Internet Archive', 'PKP PN', 'PMC', 'Portico', 'national_library', 'other']",
  deposit_policy: "['Diadorim', 'Dulcinea', 'Mir@bel', 'Open Policy Finder', 'other']",
};

function neededBy(field: keyof typeof SERVICES): string {
  return `This field is required when ${field} is ${SERVICES[field]}`;
}

function otherErrors({ words, other }: Chosen, what: string): string[] {
  return words.includes('other') && other === '' ? [`Enter the name of another ${what}`] : [];
}

function blindErrors({ other }: Chosen, context: FormContext): string[] {
  const message = 'Please use the structured options above to indicate the type of peer review used.';
  const isBlind = context.refusesBlind && other.toLowerCase().includes('blind');
  return isBlind ? [message] : noneErrors([other], context);
}

function noneErrors(values: string[], { refusesBlind }: FormContext): string[] {
  const isNone = refusesBlind && values.some((value) => pyStrip(value).toLowerCase() === 'none');
  return isNone ? ["'None' is not a valid answer for this question. Leave blank."] : [];
}

function range(value: number, from: number, to: number): string[] {
  return value >= from && value <= to ? [] : [`Number must be between ${from} and ${to}.`];
}

function page(name: string, kind = ' page'): string {
  return `Enter the URL for the journal’s ${name}${kind}`;
}

function urlIf(isAsked: boolean | undefined, form: FormData, field: UrlField, missing: string): string[] {
  return isAsked ? url(form, field, missing) : [];
}

function url({ urls }: FormData, field: UrlField, missing: string): string[] {
  if (urls[field] === '') return [missing];
  return ADDRESS.test(urls[field]) ? [] : [MUST_BE_URL];
}

// Addenda 5.4: labels of letters of any script, a last label of a to z, a port, then parts between slashes.
const PORT = '(?::(?:0|[1-9]\\p{Nd}{0,3}|[1-5]\\p{Nd}{4}|6[0-5][0-5][0-3][0-5]))?';
const PART = `[^/${PY_SPACE}]*`;
const ADDRESS = new RegExp(
  `^https?://(?:[\\p{L}\\p{N}_-]+\\.)+[a-zİı]{2,}${PORT}(?:/${PART})*(?:\\?${PART})?(?:#${PART})?$`,
  'iu',
);
