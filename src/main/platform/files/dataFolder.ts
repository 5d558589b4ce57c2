import { homedir, platform } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** The default folder for Colophon's data, and the one for what all of the user's data folders share on this computer. */
const folders = {
  data: {
    darwin: 'Colophon',
    windows: { variable: 'APPDATA', otherwise: 'Roaming', name: 'Colophon' },
    xdg: { variable: 'XDG_DATA_HOME', otherwise: 'share' },
  },
  shared: {
    darwin: 'Colophon shared',
    windows: { variable: 'LOCALAPPDATA', otherwise: 'Local', name: 'Colophon shared' },
    xdg: { variable: 'XDG_STATE_HOME', otherwise: 'state' },
  },
} as const;

/**
 * One of Colophon's folders according to the conventions of the system (XDG Base Directory;
 * `~/Library/Application Support`; `%APPDATA%`). It may not exist yet.
 */
export function standardFolder(
  kind: keyof typeof folders,
  environment: Record<string, string | undefined>,
  system: NodeJS.Platform = platform(),
  home = homedir(),
): string {
  const { darwin, windows, xdg } = folders[kind];
  if (system === 'darwin') return join(home, 'Library', 'Application Support', darwin);
  if (system === 'win32')
    return join(environment[windows.variable] || join(home, 'AppData', windows.otherwise), windows.name);
  const named = environment[xdg.variable] ?? '';
  return join(isAbsolute(named) ? named : join(home, '.local', xdg.otherwise), 'colophon');
}

/**
 * The data folder that the desktop application is started with: what `--data` names among arguments that may also be
 * files, the program's own folder and options of Chromium, otherwise the default folder.
 */
export function chosenDataFolder(
  args: readonly string[],
  environment: Record<string, string | undefined>,
): string {
  // Never parseArgs' own arguments: it leaves out two, which are too many in a packaged program.
  const { values } = parseArgs({ args: [...args], options: { data: { type: 'string' } }, strict: false });
  return resolve(typeof values.data === 'string' ? values.data : standardFolder('data', environment));
}
