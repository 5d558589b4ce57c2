import { expect, type Page } from '@playwright/test';
import { expectAccessible, resize } from './accessible.ts';
import { call, fullTest, sandboxOf, test } from './colophon.ts';
import {
  answer,
  box,
  check,
  firstFacts,
  inventedIssns,
  isMarked,
  isThrough,
  openMatrix,
  tabTo,
} from './compliance.ts';
import { goTo, named, pressEscape, t } from './screen.ts';

// Axe turns text into code, which the page's security policy forbids. Hostile HTML must be harmless without that policy, too.
test.use({ bypassCSP: true });

const harbour = '1845-7339';
const mathematics = '2956-8447';
const hills = '02mhbdp94';

test.describe('a check by keyboard alone', () => {
  for (const { lang, letter, headline, card, link, modal } of [
    {
      lang: 'en',
      letter: 'E',
      headline: 'Yes, there are ways to comply with the policy.',
      card: 'Use an agreement',
      link: 'What to check first',
      modal: 'Agreements',
    },
    {
      lang: 'fr',
      letter: 'F',
      headline: 'Oui, il existe des voies conformes.',
      card: 'Accord',
      link: 'Ce qu’il faut vérifier d’abord',
      modal: 'Accords',
    },
  ]) {
    const run = lang === 'en' ? test : fullTest;
    run(`leads from the question to the funder’s own texts in ${lang}`, async ({ page }) => {
      await call(page, 'journals.refresh', { accountId: 'sandbox' });
      await goTo(page, '#/compliance');
      const { keyboard } = page;
      await tabTo(page, box(page, 'journal'));
      await keyboard.type('harb');
      const journal = page.getByRole('option', { name: /Harbour Studies Quarterly/ });
      await expect(journal).toBeVisible();
      await isMarked(journal);
      await keyboard.press('Enter');
      await expect(box(page, 'journal')).toHaveValue('Harbour Studies Quarterly');
      await tabTo(page, box(page, 'funder'));
      await keyboard.type('wellc');
      const funder = page.getByRole('option', { name: /^Wellcome/ }).first();
      await expect(funder).toBeVisible();
      await isMarked(funder);
      await keyboard.press('Enter');
      await expect(box(page, 'funder')).toHaveValue('Wellcome');
      await tabTo(page, box(page, 'organisation'));
      await keyboard.press('Control+a');
      await keyboard.type(`https://ror.org/${hills.toUpperCase()}`);
      await tabTo(page, box(page, 'language'));
      await expect(box(page, 'organisation')).toHaveValue(hills);
      await keyboard.press(letter);
      await tabTo(page, named(page, 'button', 'complianceScreen.ask'));
      await keyboard.press('Enter');

      await expect(answer(page).getByRole('heading', { name: headline })).toBeVisible();
      await expect(answer(page).getByRole('heading', { name: headline })).toHaveAttribute('lang', lang);
      const shown = answer(page).locator('[data-card="ta_aq"]');
      await expect(shown).toContainText(card);
      await expect(shown).toContainText('Harbour Studies Quarterly');
      await expect(shown).not.toContainText(/\{|undefined/);
      await expect(shown).toContainText(t('complianceScreen.why'));
      await expect(answer(page)).toContainText('sbx2025hills');
      await expect(answer(page).getByText(t('complianceScreen.over'), { exact: true })).toBeVisible();
      await expect(answer(page)).toContainText(t('compliance.agreements.yes'));
      await expect(answer(page)).toContainText(t('compliance.disclaimer'));

      await expect(box(page, 'organisation')).toHaveValue('Hill Country Institute');
      const trigger = shown.getByRole('button', { name: link });
      await tabTo(page, trigger);
      await keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: modal });
      await expect(dialog).toBeVisible();
      await pressEscape(page);
      await expect(dialog).toBeHidden();
      await expect(trigger).toBeFocused();
    });
  }
});

fullTest(
  'an answer is copied as text for the author, in the language of the window',
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await call(page, 'journals.refresh', { accountId: 'sandbox' });
    await check(page, { issn: harbour, funder: 'wellcome', ror: hills });
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    const button = named(answer(page), 'button', 'complianceScreen.copyForAuthor');
    await tabTo(page, button);
    await page.keyboard.press('Enter');
    await expect(
      page.getByRole('status').filter({ hasText: t('complianceScreen.copiedForAuthor') }),
    ).toHaveCount(1);
    await expect(button).toBeFocused();
    const text = await copied();
    expect(text).toContain('Harbour Studies Quarterly');
    expect(text).toContain(t('compliance.author.ways'));
    expect(text).toMatch(/1\. .+\n.+/);
    expect(text).toContain(t('compliance.disclaimer'));
    expect(text).not.toMatch(/[<>{}]|undefined/);
  },
);

fullTest('an error in the question is shown at the field that caused it', async ({ page }) => {
  await goTo(page, '#/compliance');
  const ask = named(page, 'button', 'complianceScreen.ask');
  await ask.click();
  await expect(box(page, 'journal')).toBeFocused();
  await expect(box(page, 'journal')).toHaveAccessibleDescription(t('complianceScreen.chooseJournal'));
  await expect(box(page, 'funder')).toHaveAccessibleDescription(t('complianceScreen.chooseFunder'));
  await box(page, 'journal').fill('1845-7338');
  await box(page, 'journal').press('Tab');
  await expect(box(page, 'journal')).toHaveAccessibleDescription(/1845-7339/);
  await expect(box(page, 'journal')).toHaveValue('1845-7338');
  await expect(box(page, 'journal')).toHaveAttribute('aria-invalid', 'true');
  await box(page, 'journal').fill(harbour);
  await box(page, 'journal').press('Tab');
  await expect(box(page, 'journal')).not.toHaveAttribute('aria-invalid', 'true');
  await box(page, 'organisation').fill('not a ROR id');
  await box(page, 'organisation').press('Tab');
  await expect(box(page, 'organisation')).toHaveAccessibleDescription(/ROR/);
  await box(page, 'organisation').fill('');
  await box(page, 'organisation').press('Tab');
  await expect(box(page, 'organisation')).toHaveValue(t('compliance.notAffiliated'));

  // The checker refuses this funder because it does not know it.
  await call(page, 'compliance.saveFunder', {
    id: 'nosuchfunder',
    name: 'A Fund of Nowhere',
    abbr: '',
    country: '',
    aliases: [],
    favourite: false,
  });
  await box(page, 'funder').fill('fund of nowhere');
  await expect(page.getByRole('option', { name: 'A Fund of Nowhere' })).toBeVisible();
  await box(page, 'funder').press('Tab');
  await expect(box(page, 'funder')).toHaveValue('A Fund of Nowhere');
  await ask.click();
  await expect(box(page, 'funder')).toHaveAccessibleDescription(
    new RegExp(t('compliance.problem.badFunder.message')),
  );
  await expect(box(page, 'funder')).toBeFocused();
});

fullTest('an organisation that the checker does not know is named', async ({ page }) => {
  const question = { issn: '1734-6215', funder: 'wellcome', ror: '02catss52', lang: 'en' };
  const { id } = await call(page, 'compliance.check', { ...question, maxAge: 0 });
  await goTo(page, `#/compliance/check/${id}`);
  await expect(page.getByText(t('compliance.noOrganisation', { ror: question.ror }))).toBeVisible();
});

test('a new matrix finds organisations and funders by name, and marks what is wrong before it says so', async ({
  page,
}) => {
  await goTo(page, '#/compliance/matrix');
  await named(page, 'button', 'complianceScreen.newMatrix').click();
  const dialog = named(page, 'dialog', 'complianceScreen.newMatrix');
  const funders = dialog.getByRole('group', { name: /^Funders/ });
  const search = funders.getByRole('searchbox');
  await search.fill('welcom');
  const wellcome = funders.getByRole('checkbox', { name: /^Wellcome/ });
  await wellcome.click();
  await expect(funders.getByRole('checkbox')).toHaveCount(1);
  await search.fill('');
  await expect(wellcome).toBeChecked();

  const organisation = named(dialog, 'combobox', 'complianceScreen.organisations');
  await organisation.fill('hill coun');
  await page.getByRole('option', { name: /Hill Country Institute/ }).click();
  await expect(organisation).toHaveValue('');
  await organisation.fill('https://ror.org/03yrm5c26');
  await organisation.press('Tab');
  const chosen = named(dialog, 'list', 'complianceScreen.chosenOrganisations').getByRole('listitem');
  await expect(chosen).toHaveCount(2);
  await named(dialog, 'checkbox', 'compliance.notAffiliated').click();

  const others = named(dialog, 'textbox', 'complianceScreen.otherIssns');
  await others.fill('1234-5678');
  const wrong = t('complianceScreen.planWrong');
  await expect(dialog.getByRole('status').filter({ hasText: wrong })).toBeVisible();
  await expect(others).toHaveAttribute('aria-invalid', 'true');
  await others.fill(harbour);
  await expect(dialog.getByRole('status').filter({ hasText: wrong })).toHaveCount(0);
  await named(dialog, 'button', 'complianceScreen.start').click();
  await expect(page).toHaveURL(/#\/compliance\/matrix\/\d+$/);
  const id = Number(page.url().split('/').at(-1));
  const { organisations } = await call(page, 'matrix.get', { id });
  expect(organisations.map(({ ror }) => ror)).toEqual([hills, '03yrm5c26', '']);
});

fullTest(
  'a matrix of 7 journals and 29 funders continues after a crash and asks nothing twice',
  async ({ page, colophon }) => {
    // The checker answers only about journals that it knows.
    const issns = firstFacts().journals.map(({ issn }) => issn[0]!);
    const funders = await call(page, 'compliance.funders', {});
    const [questions, requests] = [
      String(issns.length * funders.length),
      String((issns.length + 2) * funders.length),
    ];
    for (const { own, ...funder } of funders)
      await call(page, 'compliance.saveFunder', { ...funder, favourite: true });
    await call(page, 'journals.refresh', { accountId: 'sandbox' });
    await goTo(page, '#/compliance/matrix');
    await named(page, 'button', 'complianceScreen.newMatrix').click();
    const dialog = named(page, 'dialog', 'complianceScreen.newMatrix');
    const mine = dialog.getByRole('group', { name: /^My journals/ }).getByRole('checkbox', { name: 'All' });
    // They are all ticked as soon as the window knows them.
    await expect(mine).toBeChecked();
    await mine.click();
    await expect(mine).not.toBeChecked();
    await named(dialog, 'textbox', 'complianceScreen.matrixName').fill('Autumn review');
    await named(dialog, 'textbox', 'complianceScreen.otherIssns').fill(issns.join('\n'));
    await expect(dialog.getByRole('status')).toContainText(`${questions} questions`);
    await expect(dialog.getByRole('status')).toContainText(`${requests} requests`);
    await named(dialog, 'button', 'complianceScreen.start').click();
    await expect(page.getByRole('heading', { name: 'Autumn review' })).toBeVisible();

    const answered = () =>
      colophon.rows<{ n: number }>("SELECT count(*) n FROM matrix_cells WHERE state = 'answered'")[0]!.n;
    await expect.poll(answered, { intervals: [50] }).toBeGreaterThan(60);
    await colophon.kill();
    const before = answered();
    expect(before).toBeLessThan(190);
    await colophon.startAgain();
    await page.goto(colophon.address());
    await goTo(page, '#/compliance/matrix');
    await page.getByRole('link', { name: 'Autumn review' }).click();
    const done = t('complianceScreen.answeredOf', { answered: questions, cells: questions });
    await expect(page.locator('#main').getByText(done)).toBeVisible({ timeout: 60_000 });
    await isThrough(page, colophon.rows<{ id: number }>('SELECT id FROM matrices')[0]!.id);
    const sent = await (await sandboxOf(page)).requests();
    // Answered questions are not asked again; the six in flight are.
    const asked = sent.filter(({ path }) => path.includes('/calculate')).length;
    expect(asked).toBeLessThanOrEqual(Number(questions) - before);
    // An answer may have been stored just before its cell was updated.
    expect(asked).toBeGreaterThanOrEqual(Number(questions) - before - 6);
    await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(issns.length + 1));
    await expect(page.getByRole('grid')).toHaveAttribute('aria-colcount', String(funders.length + 1));
  },
);

fullTest('a changed answer is described in its cell and in its answer', async ({ page }) => {
  const id = await openMatrix(page, { issns: [harbour, mathematics], funders: ['wellcome', 'formassweden'] });
  await isThrough(page, id);
  const grid = page.getByRole('grid');
  const row = grid.getByRole('row').filter({ hasText: 'Notes on Quiet Mathematics' });
  await expect(row.getByRole('button').first()).toContainText('full OA');

  const facts = firstFacts();
  const journal = facts.journals.find(({ issn }) => issn.includes(mathematics))!;
  Object.assign(journal, { indoaj: false, sa_prohibited: true });
  await (await sandboxOf(page)).checker(facts);
  await named(page, 'combobox', 'complianceScreen.olderThan').selectOption('0');
  await named(page, 'button', 'complianceScreen.askAgain').click();
  await expect(row.getByRole('button').first()).toContainText(
    t('complianceScreen.cellChanged', { words: t('compliance.cell.no') }),
  );
  await expect(
    page.locator('#main').getByText(t('complianceScreen.changedCells', { count: 2 })),
  ).toBeVisible();
  await named(page, 'combobox', 'complianceScreen.show').selectOption('changed');
  await expect(grid).toHaveAttribute('aria-rowcount', '2');

  // Enter opens the answer, Escape returns to the cell.
  await row.getByRole('button').first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(row.getByRole('button').nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(answer(page)).toContainText(t('compliance.change.no'));
  await expect(answer(page)).toContainText('Full open access: complies → does not comply.');
  await expect(answer(page).getByRole('heading', { name: t('complianceScreen.earlier') })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(row.getByRole('button').nth(1)).toBeFocused();
});

fullTest('only the report is printed, with its date, source and disclaimer', async ({ page }) => {
  await page.evaluate(() => {
    window.print = () => {
      document.body.dataset.asked = 'yes';
    };
  });
  const id = await openMatrix(page, { issns: [harbour, mathematics], funders: ['wellcome'] });
  await isThrough(page, id);
  await expect(page.getByRole('grid').getByRole('row')).toHaveCount(3);
  await named(page, 'button', 'complianceScreen.print').click();
  await expect(page.locator('body')).toHaveAttribute('data-asked', 'yes');
  const report = page.locator('[data-report]');
  await expect(report).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(report).toBeVisible();
  await expect(page.locator('#root')).toBeHidden();
  await expect(report.getByRole('row')).toHaveCount(3);
  // Journals by funders, as on the screen.
  await expect(report.getByRole('columnheader')).toHaveText([t('compliance.column.journal'), /Wellcome/]);
  await expect(report.getByRole('rowheader')).toHaveCount(2);
  await expect(report).toContainText('Notes on Quiet Mathematics');
  await expect(report).toContainText(t('compliance.disclaimer'));
  await expect(report).toContainText(t('compliance.report.sandbox'));
  await expect(report).toContainText(await page.evaluate(() => String(new Date().getFullYear())));
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(report).toHaveCount(0);
  await expect(page.getByRole('grid')).toBeVisible();
});

const hostile = [
  '<script>window.hacked = 1</script>',
  '<img src="https://evil.example/a.png" onerror="window.hacked = 2">',
  '<img src=x onerror=window.hacked=3>',
  '<svg onload="window.hacked = 4"><script>window.hacked = 5</script><style>*{display:none}</style>',
  '<a xlink:href="javascript:window.hacked=6" href="javascript:window.hacked=6"><text>in a drawing</text></a>',
  '<use href="https://evil.example/a.svg#b"/><image href="https://evil.example/b.png"/>',
  '<animate onbegin="window.hacked=7" attributeName="x" dur="1s"/>',
  '<foreignObject><body onload="window.hacked=8"><iframe src="javascript:window.hacked=9"></iframe></body></foreignObject>',
  '<path d="M0 0h9" fill="url(https://evil.example/c.svg#d)" stroke="red"/></svg>',
  '<a href="javascript:window.hacked = 10">a link of script</a>',
  '<a href="&#106;avascript:window.hacked=11">a link in disguise</a>',
  '<a href="data:text/html,<script>window.hacked=12</script>">a link of data</a>',
  '<a href="https://evil.example/" onclick="window.hacked = 13" onmouseover="window.hacked = 14">an honest link</a>',
  '<style>body { display: none } * { position: fixed }</style>',
  '<link rel="stylesheet" href="https://evil.example/a.css"><base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example/">',
  '<div style="position:fixed;inset:0;z-index:99999;background:red">cover</div>',
  '<div id="root" class="fui-FluentProvider" data-region="list">named as ours</div>',
  '<iframe srcdoc="<script>parent.hacked = 15</script>"></iframe><object data="https://evil.example/"></object>',
  '<form action="https://evil.example/"><input name="key" autofocus onfocus="window.hacked=16"><button formaction="javascript:window.hacked=17">send</button></form>',
  '<details open ontoggle="window.hacked=18"><summary>more</summary></details>',
  '<math><mtext><table><mglyph><style><img src=x onerror=window.hacked=19></style></mglyph></table></mtext></math>',
  '<noscript><p title="</noscript><img src=x onerror=window.hacked=20>"></p></noscript>',
  '<video autoplay onloadstart="window.hacked=21"><source src="https://evil.example/v.mp4"></video>',
  '<a href="#" class="modal-trigger" data-modal="trap" onclick="window.hacked=22">More of it</a>',
].join('');

test('hostile HTML in a pack does nothing', async ({ page }) => {
  const outside: string[] = [];
  const own = new URL(page.url()).host;
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol.startsWith('http') && host !== own) outside.push(request.url());
  });
  const facts = firstFacts();
  const pack = facts.language.default__en!;
  const everywhere = (value: unknown): unknown => {
    if (typeof value === 'string') return value === 'self_archiving' ? value : value + hostile;
    return typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, everywhere(one)]))
      : value;
  };
  facts.language.default__en = {
    ...(everywhere(pack) as Record<string, unknown>),
    modals: { trap: { title: `Trap${hostile}`, body: `<p>The trap</p>${hostile}` } },
  };
  await (await sandboxOf(page)).checker(facts);
  await check(page, { issn: harbour, funder: 'wellcome', ror: hills });
  await expectHarmless(page, '[aria-labelledby="compliance-result"]');
  await page.getByRole('button', { name: 'More of it' }).first().click();
  await expect(page.getByRole('dialog')).toContainText('The trap');
  await expectHarmless(page, '[role="dialog"]');
  await pressEscape(page);
  // Try everything that is left of the hostile HTML.
  await answer(page).evaluate((within) => {
    for (const one of within.querySelectorAll('*:not(a, button, a *, button *)'))
      for (const event of ['mouseover', 'mousedown', 'click', 'focus', 'toggle', 'animationstart'])
        one.dispatchEvent(new Event(event));
  });
  expect(await page.evaluate(() => (window as { hacked?: unknown }).hacked)).toBeUndefined();
  expect(outside).toEqual([]);
});

/** Expects that nothing runs, nothing is fetched, nothing covers the page, and remaining links lead to other sites. */
async function expectHarmless(page: Page, part: string): Promise<void> {
  const found = await page.evaluate((selector) => {
    const within = document.querySelector(selector)!;
    const bad =
      'script, style, iframe, object, embed, form, input, img, video, base, meta, link, use, image, animate, foreignObject, math, details:not([data-why])';
    const events = [...within.querySelectorAll('*')].filter((one) =>
      [...one.attributes].some(({ name, value }) => /^on/i.test(name) || /url\(|javascript:/i.test(value)),
    );
    const links = [...within.querySelectorAll<HTMLAnchorElement>('a[href]')].map(({ href }) => href);
    const button = [...document.querySelectorAll('form[aria-label] button[type=submit]')].pop()!;
    const { left, top, width, height } = button.getBoundingClientRect();
    const over = document.elementFromPoint(left + width / 2, top + height / 2);
    return {
      bad: [...within.querySelectorAll(bad)].map((one) => one.outerHTML.slice(0, 100)),
      events: events.map((one) => one.outerHTML.slice(0, 100)),
      links: [...new Set(links.filter((href) => !href.startsWith(location.origin)))],
      styled: within.querySelectorAll('[style*="fixed"]:not([data-tabster-dummy])').length,
      isCovered:
        document.querySelector('[role="dialog"]') === null && over !== button && !button.contains(over),
      roots: document.querySelectorAll('#root').length,
      hacked: (window as { hacked?: unknown }).hacked,
      title: document.baseURI.startsWith(location.origin),
    };
  }, part);
  expect(found).toEqual({
    bad: [],
    events: [],
    links: ['https://evil.example/'],
    styled: 0,
    isCovered: false,
    roots: 1,
    hacked: undefined,
    title: true,
  });
}

fullTest('every view is accessible', async ({ page }) => {
  test.setTimeout(300_000);
  await call(page, 'journals.refresh', { accountId: 'sandbox' });
  await goTo(page, '#/compliance');
  await named(page, 'button', 'complianceScreen.ask').click();
  await expectAccessible(page, 'compliance, a question with parts missing');
  await check(page, { issn: harbour, funder: 'wellcome', ror: hills });
  await answer(page)
    .getByRole('button', { name: /other cards/ })
    .click();
  await expectAccessible(page, 'compliance, an answer');
  await answer(page).getByRole('button', { name: 'What to check first' }).click();
  await expectAccessible(page, 'compliance, a text of the funder');
  await pressEscape(page);
  await goTo(page, '#/compliance/matrix');
  await named(page, 'button', 'complianceScreen.newMatrix').click();
  await expectAccessible(page, 'compliance, a new matrix');
  await pressEscape(page);
  const funders = (await call(page, 'compliance.funders', {})).slice(0, 6).map(({ id }) => id);
  const id = await openMatrix(page, {
    issns: [harbour, mathematics, '1667-9555', '1556-3774'],
    funders: [...funders, 'nosuchfunder'],
    rors: ['', hills],
  });
  await isThrough(page, id);
  await expectAccessible(page, 'compliance, a matrix');
  // Chromium's own tree, because styles can take the roles of a table's parts away.
  const session = await page.context().newCDPSession(page);
  const heard = async () => {
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    const roles = nodes.filter(({ ignored }) => !ignored).map(({ role }) => role?.value);
    return ['columnheader', 'rowheader', 'gridcell'].map(
      (one) => roles.filter((role) => role === one).length,
    );
  };
  await expect.poll(heard).toEqual([8, 8, 56]);
  await resize(page, { width: 320, height: 640 });
  await page.locator('[data-matrix] [aria-expanded="false"]').first().click();
  await expect(page.locator('[data-matrix] [data-cell-id]')).toHaveCount(7);
  await expectAccessible(page, 'compliance, a matrix by journal');
  await page.getByRole('grid').locator('[data-cell]').first().click();
  await expect(answer(page)).toBeVisible();
  await expectAccessible(page, 'compliance, a matrix with an answer');
  await goTo(page, '#/compliance/matrix');
  await expectAccessible(page, 'compliance, matrices');
  await goTo(page, '#/compliance/look-ups');
  const form = page.getByRole('form', { name: t('complianceScreen.agreementsTitle') });
  await box(form, 'journal').fill(harbour);
  await box(form, 'organisation').fill(hills);
  await box(form, 'organisation').press('Tab');
  await named(form, 'button', 'complianceScreen.lookUp').click();
  await expect(form).toContainText('sbx2024lakes');
  await expect(page.locator('#compliance-panel form')).toHaveCount(1);
  await expectAccessible(page, 'compliance, look-ups');
  await goTo(page, '#/settings');
  await named(page, 'button', 'settings.funders.add').click();
  await named(page.getByRole('dialog'), 'button', 'common.save').click();
  await expectAccessible(page, 'compliance, an own funder');
});

fullTest(
  'a grid of 50 journals and 30 funders renders only visible cells, and one key reaches the last cell',
  async ({ page }) => {
    const funders = (await call(page, 'compliance.funders', {})).map(({ id }) => id);
    const wanted = [...funders, ...Array.from({ length: 30 }, (_, n) => `fund${n}`)].slice(0, 30);
    const id = await openMatrix(page, { issns: inventedIssns(50), funders: wanted });
    await call(page, 'matrix.pause', { id });
    const grid = page.getByRole('grid');
    await expect(grid).toHaveAttribute('aria-rowcount', '51');
    await expect(grid).toHaveAttribute('aria-colcount', '31');
    await expect(grid.locator('[data-cell="0-0"]')).toBeVisible();
    // Only the visible rows are rendered, and a few around them.
    expect(await grid.getByRole('row').count()).toBeLessThan(40);

    // One key reaches the last cell.
    await grid.locator('[tabindex="0"][data-cell]').focus();
    await page.keyboard.press('Control+End');
    await expect(grid.locator('[data-cell="49-29"]')).toBeFocused();
    await expect(grid.locator('[data-cell="49-29"]')).toBeInViewport();
    await page.keyboard.press('Control+Home');
    await expect(grid.locator('[data-cell="0-0"]')).toBeFocused();
  },
);
