import { expect, type Page } from '@playwright/test';
import { article } from './articles.ts';
import { addDrafts, fullTest } from './colophon.ts';

fullTest(
  'a scrolled list is read from top to bottom, and the focused row keeps the focus',
  async ({ page }) => {
    await addDrafts(
      page,
      Array.from({ length: 150 }, (_, number) => article(number)),
    );
    const grid = page.getByRole('grid');
    // The focus stays on its record when others are inserted before it.
    await expect(grid).toHaveAttribute('aria-rowcount', '151');
    const focused = page.locator('[data-row="3"]');
    await focused.click({ position: { x: 300, y: 10 }, modifiers: ['ControlOrMeta'] });
    await focused.focus();
    for (let turn = 0; turn < 6; turn++) await page.mouse.wheel(0, 500);
    await expect(grid.locator('[data-row="110"]')).toBeVisible();
    await page.mouse.wheel(0, -700);
    await expect(grid.locator('[data-row="75"]')).toBeVisible();
    await expect(focused).toBeFocused();

    // The wheel may still turn, and a row may go while it is read.
    await expect(async () => {
      const rows = await grid.getByRole('row').count();
      expect(rows).toBeLessThan(60);
      const places = await placesAsRead(page);
      expect(places.length).toBe(rows - 1);
      expect(places).toEqual([...places].sort((one, other) => one - other));
    }).toPass({ timeout: 60_000 });
  },
);

/** The positions of the rows in the order in which a screen reader reads them. */
async function placesAsRead(page: Page): Promise<number[]> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('DOM.enable');
  const { nodes } = await devtools.send('Accessibility.getFullAXTree');
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const places: number[] = [];
  const walk = async (id: string): Promise<void> => {
    const node = byId.get(id);
    if (node?.role?.value === 'row' && node.backendDOMNodeId !== undefined) {
      const { node: element } = await devtools.send('DOM.describeNode', {
        backendNodeId: node.backendDOMNodeId,
      });
      const at = element.attributes?.indexOf('data-row') ?? -1;
      if (at >= 0) places.push(Number(element.attributes![at + 1]));
    }
    for (const child of node?.childIds ?? []) await walk(child);
  };
  await walk(nodes[0]!.nodeId);
  return places;
}
