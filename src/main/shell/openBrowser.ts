import { spawn } from 'node:child_process';

/** Opens the address in the user's browser if there is one; does nothing otherwise. */
export function openBrowser(address: string): void {
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return;
  const [program, ...args] = command(process.platform, address);
  const child = spawn(program, args, { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}

function command(platform: NodeJS.Platform, address: string): [string, ...string[]] {
  if (platform === 'darwin') return ['open', address];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', address];
  return ['xdg-open', address];
}
