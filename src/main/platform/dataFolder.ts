import { homedir, platform } from 'node:os';
import { isAbsolute, join } from 'node:path';

/**
 * The default folder for Colophon's data, according to the conventions of the system (XDG Base Directory;
 * `~/Library/Application Support`; `%APPDATA%`). It may not exist yet.
 */
export function defaultDataFolder(
  environment: Record<string, string | undefined>,
  system: NodeJS.Platform = platform(),
  home = homedir(),
): string {
  if (system === 'darwin') return join(home, 'Library', 'Application Support', 'Colophon');
  if (system === 'win32') return join(environment.APPDATA || join(home, 'AppData', 'Roaming'), 'Colophon');
  const named = environment.XDG_DATA_HOME ?? '';
  return join(isAbsolute(named) ? named : join(home, '.local', 'share'), 'colophon');
}

/** The folder for what all of the user's data folders share on this computer. It may not exist yet. */
export function sharedFolder(
  environment: Record<string, string | undefined>,
  system: NodeJS.Platform = platform(),
  home = homedir(),
): string {
  if (system === 'darwin') return join(home, 'Library', 'Application Support', 'Colophon shared');
  if (system === 'win32')
    return join(environment.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'Colophon shared');
  const named = environment.XDG_STATE_HOME ?? '';
  return join(isAbsolute(named) ? named : join(home, '.local', 'state'), 'colophon');
}
