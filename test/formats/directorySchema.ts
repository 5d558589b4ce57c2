import { shippedPack } from '../../src/shared/rulePack/rulePack.ts';
import { xmllint } from './xmllint.ts';

/** The problems that the rules of the directory's schema (reference/import-formats.md 4.1) find in its article XML. */
export function schemaProblems(xml: string): Promise<string[]> {
  return xmllint(xml, schema);
}

/** The codes of ISO 639-2/B. */
const languages = shippedPack().vocabularies.languages.map(
  ({ bibliographic, alpha_3 }) => bibliographic ?? alpha_3,
);

const issn = '[0-9]{4}-?[0-9]{3}[0-9xX]';
const address = 'https?://([^/:]+\\.[\\p{L}]{2,10}|([0-9]{1,3}\\.){3}[0-9]{1,3})(:[0-9]+)?(.*)?';

function element(name: string, type = 'xs:string', more = ''): string {
  return `<xs:element name="${name}" type="${type}" ${more}/>`;
}

function optional(name: string, type?: string): string {
  return element(name, type, 'minOccurs="0"');
}

function restriction(name: string, base: string, facets: string): string {
  return `<xs:simpleType name="${name}"><xs:restriction base="${base}">${facets}</xs:restriction></xs:simpleType>`;
}

function textWith(name: string, attribute: string, base = 'xs:string'): string {
  return `<xs:complexType name="${name}"><xs:simpleContent><xs:extension base="${base}">${attribute}</xs:extension></xs:simpleContent></xs:complexType>`;
}

function sequence(name: string, content: string, attribute = ''): string {
  return `<xs:complexType name="${name}"><xs:sequence>${content}</xs:sequence>${attribute}</xs:complexType>`;
}

const many = 'minOccurs="0" maxOccurs="unbounded"';
const language = '<xs:attribute name="language" type="code"/>';

const schema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
${restriction('code', 'xs:token', languages.map((code) => `<xs:enumeration value="${code}"/>`).join(''))}
${restriction('issn', 'xs:string', `<xs:pattern value="${issn}"/>`)}
${restriction('date', 'xs:string', '<xs:pattern value="[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?"/>')}
${restriction('orcid', 'xs:string', '<xs:pattern value="https://orcid\\.org/([0-9]{4}-){3}[0-9]{3}[0-9X]"/>')}
${restriction('address', 'xs:anyURI', `<xs:pattern value="${address}"/>`)}
${textWith('wording', language)}
${textWith('affiliation', '<xs:attribute name="affiliationId" type="xs:string"/>')}
${textWith('fullText', '<xs:attribute name="format" type="xs:string"/>', 'address')}
${sequence('keywords', element('keyword', 'xs:string', many), language)}
${sequence('author', element('name') + optional('email') + element('affiliationId', 'xs:string', many) + optional('orcid_id', 'orcid'))}
${sequence('authors', element('author', 'author', many))}
${sequence('affiliations', element('affiliationName', 'affiliation', many))}
${sequence(
  'record',
  [
    optional('language', 'code'),
    optional('publisher'),
    element('journalTitle'),
    optional('issn', 'issn'),
    optional('eissn', 'issn'),
    element('publicationDate', 'date'),
    ...['volume', 'issue', 'startPage', 'endPage', 'doi', 'publisherRecordId', 'documentType'].map((name) =>
      optional(name),
    ),
    element('title', 'wording', 'maxOccurs="unbounded"'),
    optional('authors', 'authors'),
    optional('affiliationsList', 'affiliations'),
    element('abstract', 'wording', many),
    element('fullTextUrl', 'fullText'),
    element('keywords', 'keywords', many),
  ].join(''),
)}
${sequence('records', element('record', 'record', 'maxOccurs="unbounded"'))}
${element('records', 'records')}
</xs:schema>`;
