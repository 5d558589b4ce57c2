import { chromium, type Page } from '@playwright/test';
import { chromiumOptions } from '../helpers/chromium.ts';
import { sendNow } from '../helpers/confirm.ts';
import { article, cartography, ladders } from './articles.ts';
import { addDrafts, asker, call, startColophon } from './colophon.ts';
import { openMatrix } from './compliance.ts';
import { type Control, controlsOf } from './controls.ts';

const journalId = 'aa170f10eed93a603e3bce8e267cab60';
const screens: [name: string, hash: string][] = [
  ['Drafts', '#/drafts'],
  ['A draft', '#/drafts/1'],
  ['Uploads', '#/uploads'],
  ['An upload', '#/uploads/1'],
  ['Journals', '#/journals'],
  ['A journal', `#/journals/${journalId}`],
  ['Update Requests', '#/update-requests'],
  ['An Update Request', '#/update-requests/1'],
  ['Search', '#/search'],
  ['Compliance', '#/compliance'],
  ['A matrix', '#/compliance/matrix/1'],
  ['Compare with the directory', '#/comparisons'],
  ['Settings', '#/settings'],
];

/** Drives the built application through its screens and returns all their controls in reading order, as Markdown. */
export async function reportControls(): Promise<string> {
  const colophon = await startColophon();
  const browser = await chromium.launch(chromiumOptions());
  try {
    const page = await browser.newPage({ locale: 'en-GB', viewport: { width: 1280, height: 800 } });
    await page.goto(colophon.address());
    await fill(page);
    const parts = ['# The controls of each screen', ''];
    for (const [name, hash] of screens) {
      // Each has its own window, so that no control of an earlier screen is listed.
      await page.goto('about:blank');
      await page.goto(new URL(hash, colophon.address()).href.replace(/\?token=[^#]*/, ''));
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.waitForLoadState('networkidle');
      await page.locator('main [role="progressbar"]').waitFor({ state: 'detached' });
      parts.push(`## ${name}`, '', ...linesOf(await controlsOf(page)), '');
    }
    return parts.join('\n');
  } finally {
    await browser.close();
    await colophon.end();
  }
}

/** Creates data for every screen. */
async function fill(page: Page): Promise<void> {
  await page.getByRole('main').waitFor();
  const ids = await addDrafts(page, [article(1), article(2)]);
  await sendNow(asker(page), {
    accountId: 'sandbox',
    selection: { ids: ids.slice(1) },
    includeUnchanged: false,
    name: 'The spring issue',
  });
  await call(page, 'journals.refresh', { accountId: 'sandbox' });
  await call(page, 'applications.create', { accountId: 'sandbox', journalId });
  await openMatrix(page, { issns: [cartography.pissn, ladders.pissn], funders: ['wellcome'] });
}

function linesOf(controls: readonly Control[]): string[] {
  let region = '';
  return controls.flatMap((control) => {
    const isNew = control.region !== region;
    region = control.region;
    return [...(isNew ? ['', `### ${region || 'Frame'}`, ''] : []), lineOf(control)];
  });
}

/** `- button “Send…”, not expanded. Sends the selection.` */
function lineOf({ role, name, states, description }: Control): string {
  const head = [`${role} “${name}”`, ...states].join(', ');
  return `- ${head}.${description === '' ? '' : ` ${description}`}`;
}
