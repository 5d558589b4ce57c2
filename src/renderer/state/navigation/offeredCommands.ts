import { type Command, commandFacts, commandNames } from '../../../shared/commands/commands.ts';
import { useIsShared } from '../data/office.ts';

/** The commands that are offered: some are only for accounts that colleagues share. */
export function useOfferedCommands(): readonly Command[] {
  const isShared = useIsShared();
  return commandNames.filter((name) => isShared || !('needsOffice' in commandFacts[name]));
}
