import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { AppError } from '../../shared/errors.ts';
import { t } from '../../shared/i18n/words.ts';
import { openHost } from '../openHost.ts';
import { acceptedLanguages, environmentLanguages } from '../platform/languages.ts';
import { untilStopped } from '../platform/untilStopped.ts';
import { rememberedPort, rememberPort } from '../platform/webPort.ts';
import { createDispatch } from './dispatch.ts';
import { serveWeb, type WebOptions, type WebShell } from './http.ts';
import { openBrowser } from './openBrowser.ts';

/**
 * Serves the application to a browser on this computer until the process is asked to stop; prints its address once.
 * Unless told otherwise it takes the port of the last time, so that a window left open then can go on.
 */
export async function runWeb(options: {
  port?: number;
  open: boolean;
  data?: string;
  environment: Record<string, string | undefined>;
}): Promise<void> {
  let languages = environmentLanguages(options.environment);
  const host = await openHost({
    shell: 'web',
    say: (text) => void process.stderr.write(text),
    environment: options.environment,
    languages: () => languages,
    ...(options.data ? { data: options.data } : {}),
  });
  try {
    const web = await serveAt(options.port ?? rememberedPort(host.dataFolder), {
      dispatch: createDispatch(host.services.handlers, host.log),
      log: host.log,
      events: host.events,
      rendererFolder: rendererFolder(),
      token: randomBytes(32).toString('base64url'),
      // The page speaks the browser's language, and what it hears from here should be in the same.
      onPage: async (accepted) => {
        const fromBrowser = acceptedLanguages(accepted);
        if (fromBrowser.length > 0) languages = fromBrowser;
        await host.services.followLanguage();
      },
      isChosen: options.port !== undefined,
    });
    rememberPort(host.dataFolder, Number(new URL(web.address).port));
    await host.services.start();
    process.stdout.write(`${t('shell.address', { address: web.address })}\n`);
    if (options.open) openBrowser(web.address);
    await untilStopped();
    await web.stop();
  } finally {
    await host.close();
  }
}

/** A port that nobody asked for is only a wish: where another program has it by now, any free one will do. */
async function serveAt(
  port: number,
  { isChosen, ...options }: Omit<WebOptions, 'port'> & { isChosen: boolean },
): Promise<WebShell> {
  try {
    return await serveWeb({ ...options, port });
  } catch (error) {
    if (isChosen || port === 0 || !(error instanceof AppError)) throw error;
    return serveWeb({ ...options, port: 0 });
  }
}

/** The built renderer, beside the built main or, when run from the sources, where the build puts it. */
function rendererFolder(): string {
  return fileURLToPath(
    new URL(import.meta.url.endsWith('.ts') ? '../../../out/renderer' : '../renderer', import.meta.url),
  );
}
