import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { t } from '../shared/words.ts';
import { openHost } from './openHost.ts';
import { createDispatch } from './shell/dispatch.ts';
import { serveWeb } from './shell/http.ts';
import { openBrowser } from './shell/openBrowser.ts';
import { untilStopped } from './untilStopped.ts';

/** Serves the application to a browser on this computer until the process is asked to stop; prints its address once. */
export async function runWeb(options: { port?: number; open: boolean; data?: string }): Promise<void> {
  const host = await openHost({
    shell: 'web',
    environment: process.env,
    ...(options.data ? { data: options.data } : {}),
  });
  try {
    const web = await serveWeb({
      dispatch: createDispatch(host.services.handlers, host.log),
      log: host.log,
      events: host.events,
      port: options.port ?? 0,
      rendererFolder: rendererFolder(),
      token: randomBytes(32).toString('base64url'),
    });
    await host.services.start();
    process.stdout.write(`${t('shell.address', { address: web.address })}\n`);
    if (options.open) openBrowser(web.address);
    await untilStopped();
    await web.stop();
  } finally {
    await host.close();
  }
}

/** The built renderer, beside the built main or, when run from the sources, where the build puts it. */
function rendererFolder(): string {
  return fileURLToPath(
    new URL(import.meta.url.endsWith('.ts') ? '../../out/renderer' : '../renderer', import.meta.url),
  );
}
