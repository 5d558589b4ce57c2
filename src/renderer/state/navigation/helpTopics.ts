import { type Command, commandNames } from '../../../shared/commands/commands.ts';
import type { Route } from './route.ts';

/** The keys that no setting changes: `frame.keys.<name>` names them, `frame.shortcut.<name>` says what they do. */
const fixedKeyNames = [
  'move',
  'open',
  'pick',
  'pickRange',
  'pickAll',
  'trash',
  'sort',
  'arrows',
  'choose',
  'moveRow',
  'leaveRecord',
  'cells',
  'openCell',
  'bars',
  'openBar',
  'closeDialog',
] as const;
type FixedKey = (typeof fixedKeyNames)[number];

export interface TopicFacts {
  hash: string;
  /** The topics of `See also`. */
  related: readonly string[];
  /** The keys that help here: those of commands, which people can change, and fixed ones. */
  commands: readonly Command[];
  keys: readonly FixedKey[];
}

/** A topic of the help: `help.<topic>.title`, and `.text` with a line for each paragraph. */
export const helpTopics = {
  drafts: {
    hash: '#/drafts',
    related: ['facets', 'findings', 'editing', 'importing', 'exporting', 'sending', 'shortcuts'],
    commands: ['search', 'new-article', 'import', 'edit-drafts', 'send', 'fix', 'undo'],
    keys: ['move', 'open', 'pick', 'pickRange', 'pickAll', 'trash', 'sort', 'closeDialog'],
  },
  facets: {
    hash: '#/drafts',
    related: ['drafts', 'fixing', 'editing'],
    commands: ['fix'],
    keys: ['arrows', 'choose', 'closeDialog'],
  },
  editing: {
    hash: '#/drafts',
    related: ['drafts', 'findings', 'backups'],
    commands: ['edit-drafts', 'undo'],
    keys: ['choose', 'closeDialog'],
  },
  importing: {
    hash: '#/drafts',
    related: ['tables', 'drafts', 'findings', 'sources', 'backups'],
    commands: ['import', 'undo'],
    keys: ['move', 'open', 'pick', 'closeDialog'],
  },
  tables: { hash: '#/drafts', related: ['importing'], commands: ['import'], keys: ['choose', 'closeDialog'] },
  exporting: {
    hash: '#/drafts',
    related: ['drafts', 'importing', 'sending'],
    commands: [],
    keys: ['choose', 'closeDialog'],
  },
  findings: {
    hash: '#/drafts',
    related: ['fixing', 'ignored', 'sending', 'refused', 'overview'],
    commands: ['save', 'undo', 'fix', 'send', 'previous-part'],
    keys: ['moveRow', 'leaveRecord'],
  },
  fixing: {
    hash: '#/drafts',
    related: ['findings', 'refused', 'shortcuts'],
    commands: ['fix', 'fix-next', 'fix-skip', 'fix-back'],
    keys: [],
  },
  ignored: {
    hash: '#/update-requests',
    related: ['requests', 'findings'],
    commands: ['save'],
    keys: ['closeDialog'],
  },
  sending: {
    hash: '#/uploads',
    related: ['refused', 'findings', 'accounts'],
    commands: ['send', 'go-uploads'],
    keys: ['move', 'open', 'closeDialog'],
  },
  refused: {
    hash: '#/uploads',
    related: ['fixing', 'sending', 'comparing'],
    commands: ['fix', 'go-uploads'],
    keys: ['move', 'open', 'closeDialog'],
  },
  journals: {
    hash: '#/journals',
    related: ['requests', 'comparing', 'searchSyntax'],
    commands: ['search', 'go-journals'],
    keys: ['move', 'open', 'pick', 'closeDialog'],
  },
  requests: {
    hash: '#/update-requests',
    related: ['ignored', 'journals'],
    commands: ['go-update-requests', 'fix', 'save'],
    keys: ['move', 'open', 'pick', 'trash', 'closeDialog'],
  },
  searchSyntax: {
    hash: '#/search',
    related: ['journals', 'drafts'],
    commands: ['search', 'go-search'],
    keys: ['move', 'open', 'pick', 'closeDialog'],
  },
  overview: {
    hash: '#/overview',
    related: ['findings', 'comparing', 'sending', 'watching'],
    commands: ['go-overview'],
    keys: ['bars', 'openBar'],
  },
  watching: {
    hash: '#/watch',
    related: ['comparing', 'sending', 'requests'],
    commands: ['go-watch'],
    keys: ['move', 'open', 'pick', 'closeDialog'],
  },
  comparing: {
    hash: '#/comparisons',
    related: ['journals', 'sending', 'watching'],
    commands: [],
    keys: ['move', 'open', 'pick', 'closeDialog'],
  },
  compliance: {
    hash: '#/compliance/check',
    related: ['journals'],
    commands: ['go-compliance'],
    keys: ['cells', 'openCell', 'closeDialog'],
  },
  sources: {
    hash: '#/settings/sources',
    related: ['importing', 'comparing', 'settings'],
    commands: [],
    keys: ['choose', 'closeDialog'],
  },
  backups: {
    hash: '#/settings/backups',
    related: ['drafts', 'accounts'],
    commands: ['undo'],
    keys: ['trash', 'closeDialog'],
  },
  accounts: {
    hash: '#/settings/accounts',
    related: ['settings', 'sending', 'compliance'],
    commands: ['go-settings'],
    keys: ['closeDialog'],
  },
  office: {
    hash: '#/settings/office',
    related: ['accounts', 'settings', 'sending'],
    commands: ['go-settings'],
    keys: ['closeDialog'],
  },
  settings: {
    hash: '#/settings',
    related: ['accounts', 'office', 'sources', 'shortcuts', 'backups'],
    commands: ['go-settings'],
    keys: ['choose', 'closeDialog'],
  },
  shortcuts: {
    hash: '#/settings/shortcuts',
    related: ['drafts'],
    commands: commandNames,
    keys: fixedKeyNames,
  },
} as const satisfies Record<string, TopicFacts>;

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
    case 'watch':
      return 'watching';
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
