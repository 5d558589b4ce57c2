import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium, type Page, type Request } from 'playwright';
import { serveWeb } from '../../src/main/shell/http.ts';
import type { Answer } from '../../src/shared/contract/contract.ts';
import { AppError } from '../../src/shared/errors.ts';
import en from '../../src/shared/i18n/locales/en.json' with { type: 'json' };
import fr from '../../src/shared/i18n/locales/fr.json' with { type: 'json' };
import { msg } from '../../src/shared/message.ts';
import { chromiumOptions } from '../helpers/chromium.ts';
import type { Application } from './application.ts';
import type { Model } from './model.ts';
import type { Problem } from './problem.ts';
import type { Random } from './seeded.ts';

/** A browser whose page stays open, whatever becomes of the application behind it. */
export interface ChaosBrowser {
  /** Goes to a random screen; one that stays blank or cannot be shown is a problem. */
  look(model: Model, random: Random): Promise<Problem[]>;
  close(): Promise<void>;
}

const rendererFolder = fileURLToPath(new URL('../../out/renderer', import.meta.url));
/** Real milliseconds until a screen is there; a busy computer may need many of them. */
const patience = 60_000;
/** What an error boundary says, in each language. */
const failures = [en, fr].flatMap(({ frame: { failed } }) => [
  failed.screen,
  failed.dialog,
  failed.part,
  failed.window,
]);

/** Opens Colophon in Chromium; needs `npm run build`. */
export async function openBrowser(application: Application): Promise<ChaosBrowser> {
  if (!existsSync(rendererFolder)) throw new Error('There is no window to open: run "npm run build" first.');
  const token = 'a-token-for-one-exchange';
  const web = await serveWeb({
    dispatch: (name, input) => answerOf(application, String(name), input),
    events: {
      subscribe: (listener) => application.listen((event) => event && listener(event.name, event.data)),
    },
    log: { error: () => undefined },
    port: 0,
    rendererFolder,
    token,
  });
  const browser = await chromium.launch(chromiumOptions('shell'));
  const page = await browser.newPage();
  const quiet = callsOf(page);
  const thrown: string[] = [];
  page.on('pageerror', (error) => thrown.push(error.stack ?? error.message));
  await page.goto(web.address);
  return {
    async look(model, random) {
      const path = random.pick(pathsOf(model, random));
      await page.evaluate((hash) => {
        location.hash = hash;
      }, path);
      const screen = page.locator(`#main[data-screen="${path.split('/')[1]}"]`);
      const isShown = await screen.waitFor({ timeout: patience }).then(
        () => true,
        () => false,
      );
      await quiet();
      const text = await page.locator('body').innerText();
      const failed = failures.find((sentence) => text.includes(sentence));
      const said = [...thrown.splice(0), ...(failed === undefined ? [] : [failed])];
      if (isShown && text.trim() !== '' && said.length === 0) return [];
      const what = `The window at ${path} shows "${text.slice(0, 200)}": ${said.join('; ').slice(0, 1_500)}`;
      return [{ check: 'blank screen', text: what }];
    },
    async close() {
      await browser.close();
      await web.stop();
    },
  };
}

/** Resolves once the page has what it asked for, and has shown it. */
function callsOf(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  page.on('request', (request) => void (request.url().includes('/call/') && open.add(request)));
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => void open.delete(request));
  return async () => {
    // Each answer may lead to the next question.
    for (let frames = 0; frames < 3; frames++) {
      await page.evaluate(() => new Promise(requestAnimationFrame));
      if (open.size === 0) continue;
      frames = -1;
      await page.waitForEvent('requestfinished', { timeout: 1_000 }).catch(() => null);
    }
  };
}

/** What the web shell answers; without the application: that it does not answer. */
async function answerOf(application: Application, name: string, input: unknown): Promise<Answer> {
  const outcome = await application.call(name as 'app.info', input as Record<string, never>);
  if (outcome.how === 'ok') return { ok: true, value: outcome.value };
  if (outcome.how === 'refused') return { ok: false, error: outcome.error };
  return { ok: false, error: new AppError('offline', msg('frame.link.down')).toWire() };
}

function pathsOf({ drafts, applications, imports, fixings }: Model, random: Random): string[] {
  const one = (path: string, ids: Iterable<number>) => {
    const id = random.maybe([...ids]);
    return id === undefined ? [] : [`${path}/${id}`, `${path}/${id}`];
  };
  return [
    ...[
      '#/drafts',
      '#/drafts',
      '#/uploads',
      '#/uploads/1',
      '#/journals',
      '#/journals/journal1',
      '#/overview',
    ],
    ...[
      '#/update-requests',
      '#/search',
      '#/comparisons',
      '#/comparisons/1',
      '#/compliance/check',
      '#/settings',
    ],
    ...['#/compliance/matrix', '#/compliance/matrix/1', '#/compliance/look-ups'],
    ...one('#/drafts', drafts.keys()),
    ...one('#/update-requests', applications.keys()),
    ...one('#/imports', imports.keys()),
    ...one('#/fixing', fixings.keys()),
  ];
}
