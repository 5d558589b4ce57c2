import { articleFieldList } from '../article/articleFields.ts';
import { literal, type Message, msg } from '../message.ts';
import { getAt } from './fieldPath.ts';

/** Members of articles, applications and journals that forms show: path without indexes, and the key of the label under `field`. */
const labels: Record<string, string> = {
  ...Object.fromEntries(articleFieldList.map(({ path, label, name }) => [path, label ?? name])),
  'bibjson.alternative_title': 'alternativeTitle',
  'bibjson.ref.journal': 'homepage',
  'bibjson.boai': 'boai',
  'bibjson.ref.oa_statement': 'oaStatement',
  'bibjson.oa_start': 'oaStart',
  'bibjson.language': 'languages',
  'bibjson.language[]': 'language',
  'bibjson.publisher': 'publisherName',
  'bibjson.publisher.name': 'publisherName',
  'bibjson.publisher.country': 'publisherCountry',
  'bibjson.institution': 'institutionName',
  'bibjson.institution.name': 'institutionName',
  'bibjson.institution.country': 'institutionCountry',
  'bibjson.license': 'licences',
  'bibjson.license[]': 'licence',
  'bibjson.license[].type': 'type',
  'bibjson.license[].url': 'address',
  'bibjson.license[].BY': 'attributeBy',
  'bibjson.license[].NC': 'attributeNc',
  'bibjson.license[].ND': 'attributeNd',
  'bibjson.license[].SA': 'attributeSa',
  'bibjson.ref.license_terms': 'licenceTerms',
  'bibjson.article.license_display': 'licenceDisplay',
  'bibjson.article.license_display[]': 'licenceDisplay',
  'bibjson.article.license_display_example_url': 'licenceExample',
  'bibjson.copyright.author_retains': 'authorRetains',
  'bibjson.copyright.url': 'copyrightTerms',
  'bibjson.editorial.review_process': 'review',
  'bibjson.editorial.review_process[]': 'review',
  'bibjson.editorial.review_url': 'reviewPolicy',
  'bibjson.editorial.board_url': 'board',
  'bibjson.plagiarism.detection': 'plagiarism',
  'bibjson.plagiarism.url': 'plagiarismPolicy',
  'bibjson.ref.aims_scope': 'aimsScope',
  'bibjson.ref.author_instructions': 'instructions',
  'bibjson.publication_time_weeks': 'weeks',
  'bibjson.apc.has_apc': 'hasApc',
  'bibjson.apc.max': 'charges',
  'bibjson.apc.max[]': 'charge',
  'bibjson.apc.max[].currency': 'currency',
  'bibjson.apc.max[].price': 'price',
  'bibjson.apc.url': 'apcPage',
  'bibjson.waiver.has_waiver': 'hasWaiver',
  'bibjson.waiver.url': 'waiverPolicy',
  'bibjson.other_charges.has_other_charges': 'hasOtherCharges',
  'bibjson.other_charges.url': 'otherChargesPage',
  'bibjson.preservation.has_preservation': 'hasPreservation',
  'bibjson.preservation.service': 'preservationServices',
  'bibjson.preservation.service[]': 'preservationService',
  'bibjson.preservation.national_library': 'libraries',
  'bibjson.preservation.national_library[]': 'library',
  'bibjson.preservation.url': 'preservationPolicy',
  'bibjson.deposit_policy.has_policy': 'hasDeposit',
  'bibjson.deposit_policy.service': 'depositServices',
  'bibjson.deposit_policy.service[]': 'depositService',
  'bibjson.deposit_policy.url': 'depositPolicy',
  'bibjson.pid_scheme.has_pid_scheme': 'hasPid',
  'bibjson.pid_scheme.scheme': 'schemes',
  'bibjson.pid_scheme.scheme[]': 'scheme',
  'bibjson.labels': 'labels',
  'bibjson.replaces': 'replaces',
  'bibjson.is_replaced_by': 'replacedBy',
  'bibjson.discontinued_date': 'discontinued',
  'admin.contact': 'contact',
  'admin.contact.name': 'contactName',
  'admin.contact.email': 'contactEmail',
  'admin.current_journal': 'currentJournal',
};

/** `Title`, `Author 2, ORCID`; with the record, an identifier by type. Unknown members keep their path. */
export function fieldLabel(path: string, record?: unknown): Message {
  const found = /^(.*?)\[(\d+)\](?:\.(.+))?$/.exec(path);
  if (!found) return path === '' ? msg('field.record') : labelOf(path, path);
  const [, list, place, member] = found;
  if (list === 'bibjson.identifier') {
    const type = getAt(record, `${list}[${place}].type`);
    const slot = typeof type === 'string' ? type.toLowerCase() : '';
    if (slot === 'doi' || slot === 'pissn' || slot === 'eissn') return msg(`field.${slot}`);
    return numbered(`${list}[]`, place!);
  }
  const entry = numbered(`${list}[]`, place!);
  if (member === undefined) return entry;
  return msg('fieldPlace.member', { entry, member: labelOf(`${list}[].${member}`, member) });
}

/** Returns true if the field has a label because forms show it. */
export function hasLabel(path: string): boolean {
  return path === '' || /\[\d+\]/.test(path) || Object.hasOwn(labels, path);
}

function numbered(list: string, place: string): Message {
  return msg('fieldPlace.numbered', { label: labelOf(list, list), place: Number(place) + 1 });
}

function labelOf(path: string, otherwise: string): Message {
  const key = Object.hasOwn(labels, path) ? labels[path] : undefined;
  return key === undefined ? literal(otherwise) : msg(`field.${key}`);
}
