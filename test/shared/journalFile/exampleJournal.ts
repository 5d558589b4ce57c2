import type { FileJournal, JournalFileContext } from '../../../src/shared/journalFile/checkJournalFile.ts';

/** The journal of the examples in reference/journal-update-file.md 10. */
export const exampleJournal: FileJournal = {
  id: 'j1',
  title: 'The Title',
  pissn: '1234-5679',
  eissn: '2345-6787',
  inDirectory: true,
  mine: true,
  record: {
    id: 'j1',
    bibjson: {
      title: 'The Title',
      alternative_title: 'The Other Title',
      pissn: '1234-5679',
      eissn: '2345-6787',
      boai: true,
      oa_start: 2012,
      publication_time_weeks: 8,
      keywords: ['word', 'key'],
      language: ['EN', 'FR'],
      publisher: { name: 'The Publisher', country: 'US' },
      institution: { name: 'Society Institution', country: 'US' },
      license: [
        {
          type: "Publisher's own license",
          BY: true,
          NC: true,
          ND: false,
          SA: false,
          url: 'http://license.example.com',
        },
      ],
      ref: {
        journal: 'http://journal.example.com',
        license_terms: 'http://license.example.com',
        oa_statement: 'http://oa.example.com',
        aims_scope: 'http://aims.example.com',
        author_instructions: 'http://instructions.example.com',
      },
      article: { license_display: ['Embed'], license_display_example_url: 'http://example.example.com' },
      copyright: { author_retains: true, url: 'http://copyright.example.com' },
      editorial: {
        review_process: ['Open peer review', 'some bloke checks it out'],
        review_url: 'http://review.example.com',
        board_url: 'http://board.example.com',
      },
      plagiarism: { detection: true, url: 'http://plagiarism.example.com' },
      apc: { has_apc: true, max: [{ currency: 'GBP', price: 2 }], url: 'http://apc.example.com' },
      waiver: { has_waiver: true, url: 'http://waiver.example.com' },
      other_charges: { has_other_charges: true, url: 'http://other.example.com' },
      preservation: {
        has_preservation: true,
        service: ['LOCKSS', 'CLOCKSS', 'A safe place'],
        national_library: ['Trinity', 'Imperial'],
        url: 'http://preservation.example.com',
      },
      deposit_policy: {
        has_policy: true,
        service: ['Open Policy Finder', 'Store it'],
        url: 'http://deposit.example.com',
      },
      pid_scheme: { has_pid_scheme: true, scheme: ['DOI', 'ARK', 'PURL', 'PIDMachine'] },
      subject: [{ scheme: 'LCC', code: 'HB1-3840', term: 'Economic theory' }],
      labels: ['s2o'],
    },
  },
};

export const exampleContext: JournalFileContext = {
  account: 'publisher',
  journals: [
    exampleJournal,
    { ...exampleJournal, id: 'j2', title: 'Withdrawn', pissn: '5678-9017', eissn: null, inDirectory: false },
    { ...exampleJournal, id: 'j3', title: 'Foreign', pissn: null, eissn: '4567-8901', mine: false },
  ],
  refusals: new Map(),
  now: new Date('2026-11-23T12:00:00Z'),
  reviews: 'mixed',
};
