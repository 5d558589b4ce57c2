import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import world from '../../resources/sandboxWorld.json' with { type: 'json' };
import { lockFolder } from '../../src/main/platform/files/lockFolder.ts';
import type { Answer, Bridge, CallInput, CallName, CallOutput } from '../../src/shared/contract/contract.ts';
import { type Ask, sendNow } from '../helpers/confirm.ts';
import { electronMissing, launchElectron, launchStandIn, type RunningApp } from './launch.ts';

declare global {
  // State that a test keeps in the main process between two looks at it.
  var kept: { asked: string[]; opened: string[]; answers: number[]; progress: number[] };
}

const hosts = [
  { name: "under Electron's stand-in", launch: launchStandIn, missing: null },
  { name: 'under Electron itself', launch: launchElectron, missing: electronMissing() },
];

for (const { name, launch, missing } of hosts) {
  test.describe(name, () => {
    test.skip(missing !== null, missing ?? '');
    let folder: string;
    const apps: RunningApp[] = [];

    test.beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'colophon-electron-'));
    });
    test.afterEach(async () => {
      for (const app of apps.splice(0)) await app.kill();
      rmSync(folder, { recursive: true, force: true });
    });

    async function start(): Promise<RunningApp> {
      const app = await launch(folder);
      apps.push(app);
      await app.window();
      await app.evaluate(({ dialog, shell }) => {
        globalThis.kept = { asked: [], opened: [], answers: [], progress: [] };
        const answer = (question: { message: string; buttons?: string[] }) => {
          globalThis.kept.asked.push(question.message);
          const chosen = globalThis.kept.answers.shift();
          if (chosen === undefined) throw new Error(`Nobody expected to be asked: ${question.message}`);
          return chosen;
        };
        Object.assign(dialog, {
          showMessageBox: async (...args: unknown[]) => ({ response: answer(args.at(-1) as never) }),
          showMessageBoxSync: (...args: unknown[]) => answer(args.at(-1) as never),
        });
        Object.assign(shell, {
          openExternal: async (address: string) => void globalThis.kept.opened.push(address),
        });
      });
      return app;
    }

    const closeWindow = (app: RunningApp) =>
      app.evaluate(({ BrowserWindow }) => void BrowserWindow.getAllWindows()[0]?.close());
    const quit = (app: RunningApp) => app.evaluate(({ app }) => void app.quit());
    const answerWith = (app: RunningApp, ...answers: number[]) =>
      app.evaluate((_electron, given) => void globalThis.kept.answers.push(...given), answers);
    const asked = (app: RunningApp) => app.evaluate(() => globalThis.kept.asked);
    const opened = (app: RunningApp) => app.evaluate(() => globalThis.kept.opened);

    test('shows its page in a sandboxed window that has the bridge and nothing else', async () => {
      const app = await start();
      const page = await app.window();
      await expect(page).toHaveTitle(/Colophon/);
      const preferences = await app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows().map((window) => {
          const contents = window.webContents as unknown as {
            getLastWebPreferences(): Record<string, unknown>;
          };
          const { sandbox, contextIsolation, nodeIntegration } = contents.getLastWebPreferences();
          return { sandbox, contextIsolation, nodeIntegration };
        }),
      );
      expect(preferences).toEqual([{ sandbox: true, contextIsolation: true, nodeIntegration: false }]);
      expect(await page.evaluate(() => Object.keys(window.colophon ?? {}).sort())).toEqual([
        'invoke',
        'subscribe',
      ]);
      expect(
        await page.evaluate(() => ['require', 'process', 'module'].filter((name) => name in window)),
      ).toEqual([]);
      expect((await ask(page, 'app.info', {})).shell).toBe('electron');
      expect(app.strayRequests ?? []).toEqual([]);
    });

    test('lets no script, style or request into its page but its own', async () => {
      const app = await start();
      const page = await app.window();
      const tried = await page.evaluate(async () => {
        const script = document.createElement('script');
        // Not its `textContent`: setting that is refused at once, before the policy of scripts is asked.
        script.append('window.intruded = "script"');
        const style = document.createElement('style');
        style.textContent = 'body { outline: 7px solid red }';
        document.head.append(script, style);
        const reached = await fetch('https://example.org/').then(
          () => true,
          () => false,
        );
        // In a task of the page's own: what a test runs may make code of text.
        const evaluated = await new Promise((resolve) =>
          setTimeout(() => {
            try {
              resolve(new Function('return true')());
            } catch {
              resolve(false);
            }
          }),
        );
        const marked = (() => {
          try {
            document.createElement('p').innerHTML = '<img>';
            return true;
          } catch {
            return false;
          }
        })();
        return {
          marked,
          intruded: 'intruded' in window,
          outline: getComputedStyle(document.body).outlineWidth,
          reached,
          evaluated,
        };
      });
      expect(tried).toMatchObject({ marked: false, intruded: false, reached: false, evaluated: false });
      expect(tried.outline).not.toBe('7px');
      expect(app.strayRequests ?? []).toEqual([]);
    });

    test('refuses the calls of a page that is not its own', async () => {
      const app = await start();
      await app.evaluate(async ({ app: electronApp, BrowserWindow }) => {
        const own = BrowserWindow.getAllWindows()[0]!;
        const contents = own.webContents as unknown as { getLastWebPreferences(): { preload: string } };
        const { preload } = contents.getLastWebPreferences();
        const foreign = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true } });
        void electronApp;
        await foreign.loadURL('data:text/html,<title>Foreign</title>');
      });
      const foreign = await app.window(1);
      const answer = await askAs(foreign, 'app.settings', {});
      expect(answer).toMatchObject({ ok: false, error: { code: 'not_allowed' } });
      expect(await askAs(await app.window(0), 'app.settings', {})).toMatchObject({ ok: true });
    });

    test('opens the windows on its list, the browser for other sites, and nothing else', async () => {
      const app = await start();
      const page = await app.window();
      const open = (address: string) => page.evaluate((given) => window.open(given) !== null, address);
      expect(await open('#/uploads/7')).toBe(true);
      const second = await app.window(1);
      expect(await second.evaluate(() => location.hash)).toBe('#/uploads/7');
      expect(await askAs(second, 'app.settings', {})).toMatchObject({ ok: true });
      for (const address of [
        'https://example.org/article/1',
        '#/settings',
        'file:///etc/passwd',
        'about:blank',
      ]) {
        expect(await open(address)).toBe(false);
      }
      await page.evaluate(() => {
        const link = Object.assign(document.createElement('a'), {
          href: 'https://example.org/link',
          target: '_blank',
        });
        document.body.append(link);
        link.click();
      });
      await expect
        .poll(() => opened(app))
        .toEqual(['https://example.org/article/1', 'https://example.org/link']);
      expect(app.pages()).toHaveLength(2);
      expect(app.strayRequests ?? []).toEqual([]);
    });

    test('stays on its page wherever that is led', async () => {
      const app = await start();
      const page = await app.window();
      for (const address of ['https://example.org/', '/assets/x.html', 'file:///etc/passwd']) {
        await page.evaluate((given) => {
          location.href = given;
        }, address);
      }
      await expect.poll(() => opened(app)).toEqual(['https://example.org/']);
      expect(await askAs(page, 'app.settings', {})).toMatchObject({ ok: true });
      expect(app.strayRequests ?? []).toEqual([]);
    });

    test('refuses permissions', async () => {
      const app = await start();
      const page = await app.window();
      expect(await page.evaluate(() => Notification.requestPermission())).toBe('denied');
      const place = () =>
        new Promise<string>((resolve) =>
          navigator.geolocation.getCurrentPosition(
            () => resolve('told'),
            ({ code }) => resolve(`refused ${code}`),
          ),
        );
      expect(await page.evaluate(place)).toBe('refused 1');
    });

    test('shows its window instead of starting twice on one data folder', async () => {
      const app = await start();
      await app.evaluate(({ BrowserWindow }) => {
        BrowserWindow.getAllWindows()[0]!.minimize();
      });
      const second = await launch(folder);
      apps.push(second);
      expect(await second.exited).toBe(0);
      await expect
        .poll(() =>
          app.evaluate(({ BrowserWindow }) =>
            BrowserWindow.getAllWindows().map((window) => window.isMinimized()),
          ),
        )
        .toEqual([false]);
      expect(await askAs(await app.window(), 'app.settings', {})).toMatchObject({ ok: true });
    });

    test('explains that another process uses the data folder', async () => {
      test.skip(launch === launchElectron, 'the words stand in a box that waits for somebody');
      const lock = lockFolder(folder);
      const app = await launch(folder);
      apps.push(app);
      expect(await app.exited).toBe(1);
      expect(app.errors()).toContain('Colophon is already running with this data folder.');
      lock.release();
    });

    test('opens its window with its last position and size', async () => {
      const left = { x: 120, y: 90, width: 1000, height: 700 };
      const first = await start();
      await first.evaluate(
        ({ BrowserWindow }, bounds) => BrowserWindow.getAllWindows()[0]!.setBounds(bounds),
        left,
      );
      await closeWindow(first);
      expect(await first.exited).toBe(0);
      const kept = JSON.parse(readFileSync(join(folder, 'window.json'), 'utf8'));
      expect(kept).toMatchObject({ width: 1000, height: 700, maximized: false });
      const again = await start();
      const bounds = await again.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]!.getNormalBounds(),
      );
      expect(bounds).toMatchObject({ width: 1000, height: 700 });
    });

    test('opens its window on a visible screen if the last one is gone', async () => {
      const left = { x: 5_000, y: 3_000, width: 1_100, height: 700, maximized: false };
      writeFileSync(join(folder, 'window.json'), JSON.stringify(left));
      const app = await start();
      const { window, areas } = await app.evaluate(({ BrowserWindow, screen }) => ({
        window: BrowserWindow.getAllWindows()[0]!.getNormalBounds(),
        areas: screen.getAllDisplays().map(({ workArea }) => workArea),
      }));
      const isSeen = areas.some(
        ({ x, y, width, height }) =>
          window.x >= x && window.x < x + width && window.y >= y && window.y < y + height,
      );
      expect(isSeen, JSON.stringify({ window, areas })).toBe(true);
    });

    test('serves only the files of its page under its own scheme', async () => {
      const app = await start();
      const script = await (await app.window()).locator('script[src]').first().getAttribute('src');
      const answers = await app.evaluate(
        async ({ net }, addresses) => {
          const found: (number | string)[] = [];
          for (const [address, method] of addresses) {
            const answer = await net.fetch(address!, { method: method! }).catch((error: Error) => error.name);
            found.push(typeof answer === 'string' ? answer : answer.status);
          }
          return found;
        },
        [
          ['colophon://app/', 'GET'],
          [new URL(script!, 'colophon://app/').href, 'GET'],
          ['colophon://app/nothing.html', 'GET'],
          ['colophon://app/', 'POST'],
          ['colophon://elsewhere/', 'GET'],
          ['colophon://app/%2e%2e/main/index.js', 'GET'],
          ['colophon://app/..%2f..%2fpackage.json', 'GET'],
          ['colophon://report/7', 'GET'],
        ],
      );
      expect(answers).toEqual([200, 200, 404, 404, 404, 404, 404, 404]);
    });

    test('uses the chosen language in its menu, notifications and questions, also at the next start', async () => {
      const app = await start();
      const page = await app.window();
      expect((await menuWords(app)).slice(0, 3)).toEqual(['File', 'Edit', 'View']);
      await ask(page, 'app.changeSettings', { language: 'fr' });
      await expect.poll(() => menuWords(app)).toContain('Nouvel article');
      expect((await menuWords(app)).slice(0, 3)).toEqual(['Fichier', 'Édition', 'Présentation']);
      await expect(page.getByRole('button', { name: 'Nouvel article' }).first()).toBeVisible();

      if (launch !== launchElectron) {
        const { accountId, origin } = await openAccount(page);
        await decide(page, accountId, origin);
        await expect
          .poll(() => notifications(app))
          .toEqual([expect.objectContaining({ body: expect.stringContaining('examine la candidature') })]);
      }
      await page.mouse.click(5, 5);
      await page.evaluate(() => addEventListener('beforeunload', (event) => event.preventDefault()));
      await answerWith(app, 0);
      await quit(app);
      await expect
        .poll(() => asked(app))
        .toEqual([expect.stringContaining('pas encore pu être enregistrées')]);
      await answerWith(app, 1);
      await quit(app);
      expect(await app.exited).toBe(0);

      const again = await start();
      await expect
        .poll(async () => (await menuWords(again)).slice(0, 3))
        .toEqual(['Fichier', 'Édition', 'Présentation']);
      await ask(await again.window(), 'app.changeSettings', { language: 'en' });
      await expect.poll(async () => (await menuWords(again)).slice(0, 3)).toEqual(['File', 'Edit', 'View']);
    });

    test('sends a menu command only to the active window', async () => {
      const app = await start();
      const first = await app.window();
      await first.evaluate(() => window.open('#/uploads/7'));
      const second = await app.window(1);
      for (const page of [first, second]) {
        await page.evaluate(() => {
          const seen: unknown[] = [];
          Object.assign(window, { seen });
          window.colophon!.subscribe((name, data) => seen.push([name, data]));
        });
      }
      const seen = (page: Page): Promise<[name: string, data: unknown][]> =>
        page.evaluate(() => Reflect.get(window, 'seen'));
      const commands = async (page: Page) => (await seen(page)).filter(([name]) => name === 'app.command');
      await app.evaluate(({ BrowserWindow, Menu }) => {
        BrowserWindow.getAllWindows()
          .find((window) => window.id === 2)
          ?.focus();
        (Menu.getApplicationMenu()!.getMenuItemById('go-settings')!.click as () => void)();
      });
      await expect.poll(() => commands(second)).toEqual([['app.command', { command: 'go-settings' }]]);
      expect(await commands(first)).toEqual([]);
      // Everything else goes to both.
      await ask(first, 'app.changeSettings', { density: 'compact' });
      await expect
        .poll(() => seen(first))
        .toContainEqual(['app.settingsChanged', expect.objectContaining({ density: 'compact' })]);
      await expect
        .poll(() => seen(second))
        .toContainEqual(['app.settingsChanged', expect.objectContaining({ density: 'compact' })]);
    });

    test('stores what a page saves while it is being closed', async () => {
      const first = await start();
      await (await first.window()).evaluate(() => {
        addEventListener(
          'beforeunload',
          () => void window.colophon!.invoke('app.changeSettings', { theme: 'high-contrast' }),
        );
      });
      await quit(first);
      expect(await first.exited).toBe(0);
      const again = await start();
      expect((await ask(await again.window(), 'app.settings', {})).theme).toBe('high-contrast');
    });

    test('asks before it closes a page in which something could not be saved', async () => {
      const app = await start();
      const page = await app.window();
      await page.mouse.click(5, 5);
      await page.evaluate(() => addEventListener('beforeunload', (event) => event.preventDefault()));
      await answerWith(app, 0);
      await quit(app);
      await expect.poll(() => asked(app)).toEqual([expect.stringContaining('could not be saved')]);
      expect(await askAs(page, 'app.settings', {})).toMatchObject({ ok: true });
      await answerWith(app, 1);
      await quit(app);
      expect(await app.exited).toBe(0);
    });

    test('saves the last typed text when it is quit at once', async () => {
      const first = await start();
      const page = await first.window();
      await expect(page.getByRole('button', { name: 'New article' }).first()).toBeVisible();
      // The title comes after the first drawing, together with what hears of the menu.
      await expect(page).not.toHaveTitle('Colophon');
      await first.evaluate(({ Menu }) => {
        (Menu.getApplicationMenu()!.getMenuItemById('new-article')!.click as () => void)();
      });
      await page.getByRole('textbox', { name: 'Title', exact: true }).pressSequentially('Written in a hurry');
      await quit(first);
      expect(await first.exited).toBe(0);

      const again = await start();
      const second = await again.window();
      await expect(second.getByText('Written in a hurry').first()).toBeVisible();
    });

    test('drafts, sends, quits, and has all data at the next start', async () => {
      const first = await start();
      const page = await first.window();
      const { accountId, origin } = await openAccount(page);
      const draft = await ask(page, 'drafts.create', {
        accountId,
        record: await article(page, accountId, 1),
      });
      expect(draft.readiness).not.toBe('incomplete');
      await ask(page, 'app.changeSettings', { accountId });
      await page.evaluate((id) => {
        location.hash = `#/drafts/${id}`;
      }, draft.id);
      await expect(page.getByText('Tides of an invented sea 1').first()).toBeVisible();

      await first.evaluate(({ BrowserWindow }) => {
        const [window] = BrowserWindow.getAllWindows();
        window!.setProgressBar = (part) => void globalThis.kept.progress.push(part);
      });
      const upload = await sendNow(asker(page), {
        accountId,
        selection: { ids: [draft.id] },
        includeUnchanged: false,
        name: 'From the desktop',
      });
      await expect.poll(async () => (await ask(page, 'uploads.get', { id: upload.id })).state).toBe('done');
      // The bar on the taskbar came and went.
      const bar = () => first.evaluate(() => globalThis.kept.progress);
      await expect.poll(async () => (await bar()).at(-1)).toBe(-1);
      expect((await bar()).some((part) => part >= 0 && part <= 1)).toBe(true);
      const stored = await (await fetch(`${origin}/_sandbox/state?only=articles`)).text();
      expect(stored).toContain('Tides of an invented sea 1');
      await quit(first);
      expect(await first.exited).toBe(0);

      const again = await start();
      const second = await again.window();
      expect((await ask(second, 'drafts.get', { id: draft.id })).sync).toBe('sent');
      expect(await ask(second, 'uploads.list', {})).toEqual([
        expect.objectContaining({ id: upload.id, name: 'From the desktop', state: 'done' }),
      ]);
      await second.evaluate((id) => {
        location.hash = `#/drafts/${id}`;
      }, draft.id);
      await expect(second.getByText('Tides of an invented sea 1').first()).toBeVisible();
      expect(filesWith(folder, sandboxKey)).toEqual([]);
    });

    test('imports files opened through the system in the existing window', async () => {
      const app = await start();
      const page = await app.window();
      const file = join(folder, 'two articles.json');
      writeFileSync(file, JSON.stringify([1, 2].map((n) => ({ bibjson: { title: `Handed over ${n}` } }))));
      await app.evaluate(({ app }, path) => void app.emit('open-file', { preventDefault() {} }, path), file);
      await expect(page.getByText('Handed over 1')).toBeVisible();
      await page.evaluate(() => location.assign('#/drafts'));
      const args = ['colophon', '--data', folder, 'two articles.json', 'notes.txt'];
      await app.evaluate(({ app }, [given, from]) => void app.emit('second-instance', {}, given, from), [
        args,
        folder,
      ] as const);
      await expect(page).toHaveURL(/#\/imports\/2$/);
      await expect(page.getByText('Handed over 2')).toBeVisible();
    });

    test('starts once more afterwards, with its files, if it is started while it closes', async () => {
      const app = await start();
      await app.evaluate(({ app, BrowserWindow }, from) => {
        const tell = (what: unknown) => process.stderr.write(`told: ${JSON.stringify(what)}\n`);
        app.relaunch = (options) => void tell(options?.args);
        app.once('window-all-closed', () => {
          app.emit('second-instance', {}, ['colophon', 'late.json'], from);
          app.emit('activate', {});
          tell(BrowserWindow.getAllWindows().length);
        });
      }, folder);
      await quit(app);
      expect(await app.exited).toBe(0);
      await expect.poll(() => app.errors()).toContain(`"${join(folder, 'late.json')}"]\n`);
      const told = app.errors().match(/(?<=^told: ).*$/gm);
      expect(told).toEqual(['0', expect.stringContaining(`"--data","${folder}","${folder}/late.json"`)]);
    });

    test('imports the files of a start that came while it could not close', async () => {
      const app = await start();
      const page = await app.window();
      writeFileSync(join(folder, 'late.json'), JSON.stringify([{ bibjson: { title: 'Came meanwhile' } }]));
      await page.mouse.click(5, 5);
      await page.evaluate(() => addEventListener('beforeunload', (event) => event.preventDefault()));
      await app.evaluate(({ app, dialog }, from) => {
        dialog.showMessageBoxSync = () => {
          const answer = globalThis.kept.answers.shift();
          if (answer === undefined) app.emit('second-instance', {}, ['colophon', 'late.json'], from);
          return answer ?? 0;
        };
      }, folder);
      await quit(app);
      await expect(page.getByText('Came meanwhile')).toBeVisible();
      await answerWith(app, 1);
      await quit(app);
      // Without another start, which the stand-in would not take.
      expect(await app.exited).toBe(0);
    });

    test('offers to reload a window whose page crashed, and saved data are there', async () => {
      const app = await start();
      await ask(await app.window(), 'drafts.create', {
        accountId: 'sandbox',
        record: { bibjson: { title: 'Written before the crash' } },
      });
      await answerWith(app, 0);
      await app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]!.webContents.forcefullyCrashRenderer(),
      );
      await expect.poll(() => asked(app)).toHaveLength(1);
      const page = await app.window();
      await expect(page.getByText('Written before the crash')).toBeVisible();
    });

    test('shuts down in order when the last window is closed after its page crashed', async () => {
      const app = await start();
      await answerWith(app, 1);
      await app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]!.webContents.forcefullyCrashRenderer(),
      );
      expect(await app.exited).toBe(0);
    });

    test('makes a PDF of a matrix in a hidden window and closes it', async () => {
      const app = await start();
      const page = await app.window();
      const { id } = await ask(page, 'matrix.start', {
        name: 'Ours <script>1</script>',
        issns: ['1734-6215', '2577-3569'],
        funders: ['wellcome'],
        rors: [],
        lang: 'en',
        maxAge: 0,
      });
      await expect.poll(async () => (await ask(page, 'matrix.get', { id })).state).toBe('done');
      const made = await app.evaluate(({ app }) => {
        const windows: Record<string, unknown>[] = [];
        app.on('browser-window-created', (_event, window) => {
          const contents = window.webContents as unknown as {
            getLastWebPreferences(): Record<string, unknown>;
          };
          windows.push({ preload: contents.getLastWebPreferences().preload ?? null });
          Object.assign(globalThis, { madeWindows: windows });
        });
        return windows.length;
      });
      expect(made).toBe(0);
      const both = await Promise.all([ask(page, 'matrix.pdf', { id }), ask(page, 'matrix.pdf', { id })]);
      for (const { name, base64 } of both) {
        expect(name).toBe(`colophon-compliance-${id}.pdf`);
        const pdf = Buffer.from(base64, 'base64').toString('latin1');
        expect(pdf.startsWith('%PDF')).toBe(true);
        expect(pdf).toContain('/Title (Ours <script>1</script>)');
        // A4, lying.
        expect(pdf).toMatch(/\/MediaBox \[0 0 84[12][.\d]* 59[456]/);
        expect(pdf).not.toContain('/JavaScript');
      }
      expect(
        await app.evaluate(() => (globalThis as unknown as { madeWindows: unknown[] }).madeWindows),
      ).toEqual([{ preload: null }, { preload: null }]);
      await expect
        .poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length))
        .toBe(1);
      expect(app.strayRequests ?? []).toEqual([]);

      await page.evaluate((place) => {
        location.hash = place;
      }, `#/compliance/matrix/${id}`);
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save as PDF' }).click();
      expect((await download).suggestedFilename()).toBe(`colophon-compliance-${id}.pdf`);
      const saved = readFileSync(await (await download).path(), 'latin1');
      expect(saved.slice(0, 4)).toBe('%PDF');
      expect(saved.trimEnd().slice(-5)).toBe('%%EOF');
    });

    test('notifies of a decision through the system, and a click opens the request', async () => {
      test.skip(launch === launchElectron, 'the system shows it where no test can click');
      const app = await start();
      const page = await app.window();
      const { accountId, origin } = await openAccount(page);
      const waiting = await decide(page, accountId, origin);
      await expect
        .poll(() => notifications(app))
        .toEqual([{ title: waiting.title, body: expect.stringContaining('is reviewing the application') }]);
      await app.evaluate((electron) => {
        electron.BrowserWindow.getAllWindows()[0]!.minimize();
        const { shown } = (electron as unknown as { Notification: { shown: { emit(name: string): void }[] } })
          .Notification;
        shown[0]!.emit('click');
      });
      await expect.poll(() => page.evaluate(() => location.hash)).toBe(`#/update-requests/${waiting.id}`);
      await expect
        .poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.isMinimized()))
        .toBe(false);
    });

    test('notifies of what the directory deleted through the system, and a click opens the watch of the account', async () => {
      test.skip(launch === launchElectron, 'the system shows it where no test can click');
      const app = await start();
      const page = await app.window();
      const { accountId, origin } = await openAccount(page);
      await lookAt(page, accountId, true);
      expect(await badge(app)).toBe(0);
      const staff = { action: 'delete', ids: [world.articles[0]!.id], trace: true };
      await fetch(`${origin}/_sandbox/staff`, { method: 'POST', body: JSON.stringify(staff) });
      // A look that began before, of the program's own accord, may have been the one that ended.
      await expect(async () => {
        await lookAt(page, accountId, false);
        const shown = { title: 'Watch', body: 'The directory deleted an article.' };
        expect(await notifications(app)).toEqual([shown]);
      }).toPass({ timeout: 120_000 });
      await expect.poll(() => badge(app)).toBe(1);
      await app.evaluate((electron) => {
        const { shown } = (electron as unknown as { Notification: { shown: { emit(name: string): void }[] } })
          .Notification;
        shown[0]!.emit('click');
      });
      await expect.poll(() => page.evaluate(() => location.hash)).toBe('#/watch/deleted');
      expect((await ask(page, 'app.settings', {})).accountId).toBe(accountId);
      await ask(page, 'watch.leave', { accountId, kind: 'deleted', which: null, isLeft: true });
      await expect.poll(() => badge(app)).toBe(0);
    });

    test('asks what to do with a running upload before it quits', async () => {
      const app = await start();
      const page = await app.window();
      const id = await sendSlowly(page);
      await answerWith(app, 2);
      await closeWindow(app);
      await expect.poll(() => asked(app)).toEqual(['An upload is still in progress.']);
      expect((await ask(page, 'uploads.get', { id })).state).toBe('running');
      await answerWith(app, 0);
      await quit(app);
      expect(await app.exited).toBe(0);

      const again = await start();
      const next = await again.window();
      // It goes on by itself, and may be done: first it finds out what the directory took before (test/upload).
      const kept = await ask(next, 'uploads.get', { id });
      expect(['running', 'done']).toContain(kept.state);
      expect(kept.counts).toMatchObject({ total: 3, refused: 0, failed: 0 });
    });

    test('cancels the rest of an upload if the user chooses so on quitting', async () => {
      const app = await start();
      const id = await sendSlowly(await app.window());
      await answerWith(app, 1);
      await quit(app);
      expect(await app.exited).toBe(0);
      const again = await start();
      expect((await ask(await again.window(), 'uploads.get', { id })).state).toBe('cancelled');
    });
  });
}

/** Calls main through the bridge, as the page does, and gives the whole answer. */
function askAs(page: Page, name: string, input: unknown): Promise<Answer> {
  return page.evaluate(
    ([called, given]) => (window.colophon as Bridge).invoke(called, given) as Promise<Answer>,
    [name, input] as const,
  );
}

const asker =
  (page: Page): Ask =>
  (name, input) =>
    ask(page, name, input);

/** The same, for a call that must succeed. */
async function ask<N extends CallName>(page: Page, name: N, input: CallInput<N>): Promise<CallOutput<N>> {
  const answer = await askAs(page, name, input);
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  return answer.value as CallOutput<N>;
}

const sandboxKey = world.accounts[0]!.api_key;

/** An account of one's own at the embedded sandbox, with its key and its journals. */
async function openAccount(page: Page): Promise<{ accountId: string; origin: string }> {
  const [sandbox] = await ask(page, 'accounts.list', {});
  const { id: accountId } = await ask(page, 'accounts.create', {
    name: 'Desktop',
    base: sandbox!.base,
    dialect: '3.0.1',
    rate: 2,
    username: sandbox!.username,
  });
  expect(await askAs(page, 'accounts.setKey', { id: accountId, key: 'nobody-has-this-key' })).toMatchObject({
    ok: false,
    error: { code: 'key_refused' },
  });
  const account = await ask(page, 'accounts.setKey', { id: accountId, key: sandboxKey });
  expect(['keychain', 'session']).toContain(account.key);
  expect(JSON.stringify(account)).not.toContain(sandboxKey);
  await ask(page, 'journals.refresh', { accountId });
  return { accountId, origin: new URL(sandbox!.base).origin };
}

/** Has an editor at the sandbox pick up a request that waits there, and Colophon ask for it; gives the request. */
async function decide(page: Page, accountId: string, origin: string) {
  await ask(page, 'applications.refresh', { accountId });
  const { rows } = await ask(page, 'applications.list', { accountId, filter: {}, offset: 0, limit: 50 });
  const waiting = rows.find((row) => row.status === 'waiting')!;
  expect(waiting).toBeDefined();
  await fetch(`${origin}/_sandbox/applications/${waiting.remoteId}/status`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ status: 'in progress' }),
  });
  await ask(page, 'applications.refresh', { accountId });
  return waiting;
}

/** Looks at what the directory did, and waits until that has ended. */
async function lookAt(page: Page, accountId: string, isInventory: boolean): Promise<void> {
  // A look that began before, of the program's own accord, would take the place of this one.
  const isRunning = async () => (await ask(page, 'watch.state', { accountId })).progress !== null;
  await expect.poll(isRunning, { timeout: 60_000 }).toBe(false);
  const { lookedAt } = await ask(page, 'watch.state', { accountId });
  await ask(page, 'watch.start', { accountId, isInventory });
  const hasLooked = async () => {
    const state = await ask(page, 'watch.state', { accountId });
    return state.progress === null && state.lookedAt !== lookedAt;
  };
  await expect.poll(hasLooked, { timeout: 60_000 }).toBe(true);
}

/** The number on the application's icon. */
function badge(app: RunningApp): Promise<number> {
  return app.evaluate((electron) => (electron as unknown as { app: { badge: number } }).app.badge);
}

/** Everything that the stand-in's system showed. */
function notifications(app: RunningApp): Promise<{ title: string; body: string }[]> {
  return app.evaluate((electron) =>
    (
      electron as unknown as { Notification: { shown: { title: string; body: string }[] } }
    ).Notification.shown.map(({ title, body }) => ({ title, body })),
  );
}

/** The words of the menu: first those of the bar (macOS has the application's own before), then those below them. */
function menuWords(app: RunningApp): Promise<string[]> {
  return app.evaluate(({ Menu }) => {
    const bar = Menu.getApplicationMenu()!.items.filter(({ label }) => label !== 'Colophon');
    const entries = bar.flatMap(({ submenu }) => submenu?.items ?? []);
    return [...bar, ...entries].map(({ label }) => label ?? '').filter((label) => label !== '');
  });
}

/** An article of the account's first journal that the directory takes. */
async function article(
  page: Page,
  accountId: string,
  number: number,
): Promise<NonNullable<CallInput<'drafts.create'>['record']>> {
  const { journals } = await ask(page, 'journals.list', { accountId });
  const journal = journals.find((candidate) => candidate.mine && candidate.inDirectory)!;
  const issns = [
    { type: 'pissn', id: journal.pissn },
    { type: 'eissn', id: journal.eissn },
  ].filter(({ id }) => id !== null);
  return {
    bibjson: {
      title: `Tides of an invented sea ${number}`,
      identifier: [{ type: 'doi', id: `10.5555/desktop.${number}` }, ...issns],
      link: [{ type: 'fulltext', url: `https://sea.example.org/article/${number}`, content_type: 'HTML' }],
      author: [{ name: 'Ana Ejemplo' }],
      year: '2024',
    },
  };
}

/** Starts an upload of three articles to the sandbox, which takes its time; resolves to its id once it is being sent. */
async function sendSlowly(page: Page): Promise<number> {
  // The ready account: it finds the sandbox again at the next start, wherever that listens then.
  const [sandbox] = await ask(page, 'accounts.list', {});
  const { id: accountId, base } = sandbox!;
  const ids: number[] = [];
  for (const number of [1, 2, 3]) {
    const draft = await ask(page, 'drafts.create', {
      accountId,
      record: await article(page, accountId, number),
    });
    ids.push(draft.id);
  }
  const fault = { kind: 'slow', ms: 120_000, match: { method: 'POST' } };
  const answer = await fetch(new URL('/_sandbox/faults', base), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  });
  expect(answer.status).toBe(204);
  const { id } = await sendNow(asker(page), {
    accountId,
    selection: { ids },
    includeUnchanged: false,
    name: '',
  });
  await expect.poll(async () => (await ask(page, 'uploads.get', { id })).counts.sending).toBe(3);
  return id;
}

/** The files of a folder that contain the text. */
function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter(
      (file) => statSync(file, { throwIfNoEntry: false })?.isFile() && readFileSync(file).includes(text),
    );
}
