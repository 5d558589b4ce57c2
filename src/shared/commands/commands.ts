import { type Language, languages } from '../languages.ts';

/** A command that the user can give by a key, a menu or the palette, with its default keys. */
export interface CommandFacts {
  /** The heading in lists, `commands.group.<group>`. */
  group: CommandGroup;
  /** Keys of a window, as in the setting `shortcuts`. */
  keys?: readonly string[];
  /** Offered only where colleagues share the account in use. */
  needsOffice?: boolean;
  /** Keys of the desktop's menu, which a browser would reserve. */
  menuKeys?: string;
}

export const commandGroups = ['do', 'go', 'list', 'look', 'help'] as const;
type CommandGroup = (typeof commandGroups)[number];

/**
 * In display order, with texts `commands.name.<name>` and, if people look for it in other words too,
 * `commands.words.<name>`; `Mod` is Ctrl or ⌘. See `state/navigation/commands.ts`.
 */
export const commandFacts = {
  palette: { group: 'do', keys: ['Mod+KeyK'] },
  search: { group: 'do', keys: ['Mod+KeyF'] },
  'new-article': { group: 'do', keys: ['Alt+KeyN'], menuKeys: 'Mod+KeyN' },
  'new-application': { group: 'do' },
  import: { group: 'do', keys: ['Alt+KeyI'], menuKeys: 'Mod+KeyO' },
  harvest: { group: 'do' },
  'edit-drafts': { group: 'do', keys: ['Alt+KeyM'] },
  'copy-drafts': { group: 'do' },
  'export-drafts': { group: 'do' },
  'check-links': { group: 'do' },
  'delete-there': { group: 'do' },
  send: { group: 'do', keys: ['Alt+Enter'], menuKeys: 'Mod+Shift+Enter' },
  'send-all': { group: 'do' },
  fix: { group: 'do', keys: ['Alt+KeyX'] },
  'fix-next': { group: 'do', keys: ['Mod+Enter'] },
  'fix-skip': { group: 'do', keys: ['F8'] },
  'fix-back': { group: 'do', keys: ['Shift+F8'] },
  'fix-end': { group: 'do' },
  review: { group: 'do', needsOffice: true },
  approve: { group: 'do', needsOffice: true },
  'assign-me': { group: 'do', needsOffice: true },
  save: { group: 'do', keys: ['Mod+KeyS'] },
  undo: { group: 'do', keys: ['Mod+KeyZ'] },
  'ask-directory': { group: 'do' },
  'refresh-journals': { group: 'do' },
  'make-backup': { group: 'do' },
  'add-account': { group: 'do' },
  'go-drafts': { group: 'go', keys: ['Alt+Digit1'], menuKeys: 'Mod+Digit1' },
  'go-uploads': { group: 'go', keys: ['Alt+Digit2'], menuKeys: 'Mod+Digit2' },
  'go-journals': { group: 'go', keys: ['Alt+Digit3'], menuKeys: 'Mod+Digit3' },
  'go-update-requests': { group: 'go', keys: ['Alt+Digit4'], menuKeys: 'Mod+Digit4' },
  'go-search': { group: 'go', keys: ['Alt+Digit5'], menuKeys: 'Mod+Digit5' },
  'go-compliance': { group: 'go', keys: ['Alt+Digit6'], menuKeys: 'Mod+Digit6' },
  'go-overview': { group: 'go', keys: ['Alt+Digit7'], menuKeys: 'Mod+Digit7' },
  'go-watch': { group: 'go', keys: ['Alt+Digit8'], menuKeys: 'Mod+Digit8' },
  'go-matrices': { group: 'go' },
  'go-look-ups': { group: 'go' },
  'go-comparisons': { group: 'go' },
  'go-deletions': { group: 'go' },
  'go-settings': { group: 'go', keys: ['Alt+Digit0'], menuKeys: 'Mod+Comma' },
  'go-backups': { group: 'go' },
  'go-history': { group: 'go' },
  'go-shortcuts': { group: 'go' },
  'next-part': { group: 'go', keys: ['F6'] },
  'previous-part': { group: 'go', keys: ['Shift+F6'] },
  'list-ready': { group: 'list' },
  'list-changed': { group: 'list' },
  'list-refused': { group: 'list' },
  'list-failed': { group: 'list' },
  'list-missing-orcid': { group: 'list' },
  'list-trash': { group: 'list' },
  'list-own': { group: 'list', needsOffice: true },
  'theme-system': { group: 'look' },
  'theme-light': { group: 'look' },
  'theme-dark': { group: 'look' },
  'theme-high-contrast': { group: 'look' },
  'language-system': { group: 'look' },
  ...languageCommands(),
  'rows-compact': { group: 'look' },
  'rows-comfortable': { group: 'look' },
  help: { group: 'help', keys: ['F1', 'Mod+Slash'] },
  'save-diagnostics': { group: 'help' },
  tour: { group: 'help' },
  'copy-diagnostics': { group: 'help' },
} as const satisfies Record<string, CommandFacts>;

/** The command that switches to each language. */
function languageCommands() {
  const facts = { group: 'look' } as const;
  const commands = languages.map((language) => [`language-${language}`, facts]);
  return Object.fromEntries(commands) as Record<`language-${Language}`, typeof facts>;
}

export type Command = keyof typeof commandFacts;
export const commandNames = Object.keys(commandFacts) as Command[];

/** The commands in the desktop's menu. */
export const menuCommands = [
  'palette',
  'search',
  'new-article',
  'import',
  'send',
  'save',
  'undo',
  'go-drafts',
  'go-uploads',
  'go-journals',
  'go-update-requests',
  'go-search',
  'go-compliance',
  'go-overview',
  'go-watch',
  'go-settings',
  'help',
  'save-diagnostics',
] as const satisfies readonly Command[];
export type MenuCommand = (typeof menuCommands)[number];
