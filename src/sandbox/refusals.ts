/** A request that the directory refuses with a JSON error body; `message` is the text before the reference. */
export class Refusal extends Error {
  readonly status: 400 | 401 | 403 | 404 | 500;

  constructor(status: 400 | 401 | 403 | 404 | 500, message = '') {
    super(message);
    this.status = status;
  }
}

/** An input that crashes the service itself: an HTML page with status 500 (reference/directory-api.md 2.4). */
export class Crash extends Error {}

/** The texts with which the directory refuses articles (reference/directory-api.md 2.3 and addenda 2.3). */
export const TEXTS = {
  keyRequired: 'An API Key is required to access this.',
  notJson: 'Supplied data was not valid JSON',
  scriptTag:
    'Metadata contains <script> tag. Please remove any <script> tags from your metadata and try again.',
  noIssn: 'You must specify at least one Print ISSN or online ISSN in bibjson.identifier',
  sameIssns: 'Print ISSN and online ISSN should be different',
  orcid:
    'Invalid ORCID iD. Please enter your ORCID iD structured as: https://orcid.org/0000-0000-0000-0000. URLs must start with https.',
  doi: 'Invalid DOI format.',
  noJournal:
    'No journal found to attach the article to. The ISSN(s) provided in the bibjson.identifiers section of this article record do not match any DOAJ journal.',
  notOwner:
    'It is not possible to create an article for this journal. Does the upload include an ISSN that is not associated with any journal in your account? ISSNs must match exactly the ISSNs in the journal record.',
  beforeOaStart:
    "One or more rticles cannot be uploaded, as they have a publication date before the 'OA start date' of the Journal",
  noDoiNoFullText: 'The article must have a DOI and/or a Full-Text URL',
  tooManyIssns: 'Too many ISSNs. Only 2 ISSNs are allowed: one Print ISSN and one Online ISSN.',
  noMatchingJournal: "ISSNs provided don't match any journal.",
  withdrawn:
    'You are trying to add the articles to a journal that has been withdrawn from DOAJ. We accept articles only for journals currently in DOAJ',
  ambiguous:
    'The article matched multiple existing articles as duplicates, and we cannot tell which one to update',
  identifierChanged:
    'Either the DOI or Fulltext URL has been changed.  This operation is not permitted; please contact an administrator for help.',
  changedToAnother:
    'DOI or Fulltext URL has been changed to match another article that already exists in DOAJ',
  updateFailed: 'Article update failed for unanticipated reason',
  bulkAccepted: 'Your article bulk upload is being processed.  Please check the status link for progress.',
  bulkCrashed: 'Unanticipated error when importing articles',
  bulkDuplicates: 'One or more articles in this batch have duplicate identifiers',
  bulkAmbiguous:
    'One or more articles in this batch matched multiple articles as duplicates; entire batch ingest halted',
  bulkRefused: 'One or more articles failed to ingest; entire batch ingest halted',
  uploadUnknown: 'upload_id is invalid',
  queryFeatures: 'Query contains disallowed Lucene features',
  queryWildcards:
    'Query contains disallowed Lucene features. Wildcards (*, ?) at the start of search terms are not allowed.',
  queryFailed: 'There was an error executing your query',
  deepPaging:
    'You cannot access results beyond 1000 records via this API.\n' +
    '    If you would like to see more results, you can download all of our data from\n' +
    '    https://doaj.org/docs/public-data-dump/. You can also harvest from our OAI-PMH endpoints; ' +
    'articles: https://doaj.org/oai.article, journals: https://doaj.org/oai',
} as const;
