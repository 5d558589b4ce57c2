import type { Route } from './route.ts';

/** A topic of the help: `help.<topic>.title`, and `.text` with a line for each paragraph. */
export const helpTopics = {
  drafts: {
    hash: '#/drafts',
    related: ['facets', 'findings', 'editing', 'importing', 'exporting', 'sending', 'shortcuts'],
  },
  facets: { hash: '#/drafts', related: ['drafts', 'fixing', 'editing'] },
  editing: { hash: '#/drafts', related: ['drafts', 'findings', 'backups'] },
  importing: { hash: '#/drafts', related: ['tables', 'drafts', 'findings', 'sources', 'backups'] },
  tables: { hash: '#/drafts', related: ['importing'] },
  exporting: { hash: '#/drafts', related: ['drafts', 'importing', 'sending'] },
  findings: { hash: '#/drafts', related: ['fixing', 'ignored', 'sending', 'refused', 'overview'] },
  fixing: { hash: '#/drafts', related: ['findings', 'refused', 'shortcuts'] },
  ignored: { hash: '#/update-requests', related: ['requests', 'findings'] },
  sending: { hash: '#/uploads', related: ['refused', 'findings', 'accounts'] },
  refused: { hash: '#/uploads', related: ['fixing', 'sending', 'comparing'] },
  journals: { hash: '#/journals', related: ['requests', 'comparing', 'searchSyntax'] },
  requests: { hash: '#/update-requests', related: ['ignored', 'journals'] },
  searchSyntax: { hash: '#/search', related: ['journals', 'drafts'] },
  overview: { hash: '#/overview', related: ['findings', 'comparing', 'sending'] },
  comparing: { hash: '#/comparisons', related: ['journals', 'sending'] },
  compliance: { hash: '#/compliance/check', related: ['journals'] },
  sources: { hash: '#/settings/sources', related: ['importing', 'comparing', 'settings'] },
  backups: { hash: '#/settings/backups', related: ['drafts', 'accounts'] },
  accounts: { hash: '#/settings/accounts', related: ['settings', 'sending', 'compliance'] },
  office: { hash: '#/settings/office', related: ['accounts', 'settings', 'sending'] },
  settings: { hash: '#/settings', related: ['accounts', 'office', 'sources', 'shortcuts', 'backups'] },
  shortcuts: { hash: '#/settings/shortcuts', related: ['drafts'] },
} as const;

export type HelpTopic = keyof typeof helpTopics;
export const helpTopicNames = Object.keys(helpTopics) as HelpTopic[];

/** The topic of a screen, or of the focused field or part: `isInField` means a field of a record's form, `part` is the nearest `data-help`. */
export function topicOf(route: Route, isInField: boolean, part: string | undefined): HelpTopic {
  if (part !== undefined && isTopic(part)) return part;
  switch (route.screen) {
    case 'drafts':
      return route.draftId !== null && isInField ? 'findings' : 'drafts';
    case 'fixing':
      return 'fixing';
    case 'imports':
      return 'importing';
    case 'uploads':
      return route.uploadId === null ? 'sending' : 'refused';
    case 'journals':
      return 'journals';
    case 'update-requests':
      return route.applicationId !== null && isInField ? 'ignored' : 'requests';
    case 'overview':
      return 'overview';
    case 'search':
      return 'searchSyntax';
    case 'comparisons':
      return 'comparing';
    case 'compliance':
      return 'compliance';
    case 'settings':
      return 'settings';
  }
}

function isTopic(text: string): text is HelpTopic {
  return Object.hasOwn(helpTopics, text);
}
