import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { fullTest } from './colophon.ts';
import { t } from './screen.ts';

fullTest(
  'the diagnostics are shown before they are saved, and the file is what was shown',
  async ({ page }) => {
    await expect(page.locator('[data-region="list"]')).toBeVisible();
    await page.getByRole('button', { name: t('frame.help.button') }).click();
    await page.getByRole('button', { name: t('frame.saveDiagnostics') }).click();
    const dialog = page.getByRole('dialog', { name: t('frame.diagnostics.title') });
    const text = dialog.getByRole('textbox', { name: t('frame.diagnostics.text') });
    await expect(text).toBeVisible();
    const shown = await text.inputValue();
    expect(JSON.parse(shown)).toMatchObject({
      colophon: { shell: 'web' },
      database: { check: { faults: 0 } },
      window: { screen: 'drafts' },
    });
    expect(shown).not.toContain('127.0.0.1');
    const started = page.waitForEvent('download');
    await dialog.getByRole('button', { name: t('frame.saveDiagnostics') }).click();
    const download = await started;
    expect(download.suggestedFilename()).toMatch(/^colophon-diagnostics-\d{4}-\d\d-\d\d\.json$/);
    expect(readFileSync(await download.path(), 'utf8')).toBe(shown);
    await expect(dialog).toBeHidden();
  },
);
