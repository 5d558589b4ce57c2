import type { Page } from '@playwright/test';

/**
 * Describes structure that misleads a screen reader: references to missing ids, errors without a description, required
 * fields that are not marked, more than one main heading, tables with wrong counts of rows or columns, tabs without a
 * panel.
 */
export function faultsOfStructure(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const dialog = [...document.querySelectorAll('[aria-modal="true"]')].at(-1);
    const within = dialog ?? document.body;
    return [...references(), ...faults(), ...required(), ...headings(), ...grids(), ...tabs()];

    function references(): string[] {
      const names = [
        'aria-describedby',
        'aria-labelledby',
        'aria-errormessage',
        'aria-activedescendant',
        'aria-owns',
      ];
      return names.flatMap((name) =>
        seen(`[${name}]`).flatMap((one) =>
          idsOf(one, name)
            .filter((id) => !document.getElementById(id) && !isUntitledMessage(one))
            .map((id) => `${name} leads nowhere (${id}): ${wordsOf(one)}`),
        ),
      );
    }

    /** Fluent names a message by its title, even if it has none. */
    function isUntitledMessage(one: Element): boolean {
      return one.matches('.fui-MessageBar') && !one.querySelector('.fui-MessageBarTitle');
    }

    function faults(): string[] {
      return seen('[aria-invalid="true"]')
        .filter((one) => {
          const ids = [...idsOf(one, 'aria-describedby'), ...idsOf(one, 'aria-errormessage')];
          return !ids.some((id) => (document.getElementById(id)?.innerText ?? '').trim() !== '');
        })
        .map((one) => `says that something is wrong, and not what: ${wordsOf(one)}`);
    }

    function required(): string[] {
      return seen('label')
        .filter((label) => label.querySelector('.fui-Label__required'))
        .map((label) => document.getElementById(label.getAttribute('for') ?? ''))
        .filter((field) => field?.matches('input, select, textarea, button, [role]'))
        .filter((field) => !field?.matches('[required], [aria-required="true"]'))
        .map((field) => `is required and does not say so: ${wordsOf(field!)}`);
    }

    function headings(): string[] {
      const main = seen('h1').map(({ innerText }) => innerText);
      // If a whole screen could not be loaded, a message replaces it.
      const hasOthers = seen('main h2, main h3').length > 0;
      const isRight = main.length === 1 || (main.length === 0 && !hasOthers);
      return dialog || isRight ? [] : [`main headings: ${main.join(' | ') || 'none'}`];
    }

    function grids(): string[] {
      return seen('[role="grid"], [role="treegrid"]').flatMap((grid) => {
        const found: string[] = [];
        const rows = [...grid.querySelectorAll('[role="row"]')];
        const count = Number(grid.getAttribute('aria-rowcount') ?? rows.length);
        const places = rows.map((row) => Number(row.getAttribute('aria-rowindex') ?? Number.NaN));
        const name = grid.getAttribute('aria-label') ?? grid.getAttribute('aria-labelledby') ?? '';
        if (name === '') found.push(`a grid without a name: ${wordsOf(grid)}`);
        if (count < rows.length) found.push(`${name}: says ${count} rows and has ${rows.length}`);
        const isCounted = grid.hasAttribute('aria-rowcount');
        if (isCounted && places.some((place, at) => !(place > (places[at - 1] ?? 0) && place <= count))) {
          found.push(`${name}: its rows do not count up to ${count}: ${places.join(' ')}`);
        }
        const sorted = [...grid.querySelectorAll('[aria-sort]')].map((one) => one.getAttribute('aria-sort'));
        if (sorted.filter((one) => one !== 'none').length > 1) found.push(`${name}: sorted twice: ${sorted}`);
        return found;
      });
    }

    function tabs(): string[] {
      return seen('[role="tab"][aria-selected="true"]')
        .filter((tab) => {
          const [panel = ''] = idsOf(tab, 'aria-controls');
          return document.getElementById(panel)?.getAttribute('role') !== 'tabpanel';
        })
        .map((tab) => `a tab without its panel: ${wordsOf(tab)}`);
    }

    function seen(selector: string): HTMLElement[] {
      return [...within.querySelectorAll<HTMLElement>(selector)].filter(
        (one) =>
          one.checkVisibility({ visibilityProperty: true }) && !one.closest('[aria-hidden="true"], [inert]'),
      );
    }

    function idsOf(one: Element, name: string): string[] {
      return (one.getAttribute(name) ?? '').split(' ').filter((id) => id !== '');
    }

    function wordsOf(one: Element): string {
      return one.outerHTML.slice(0, 240);
    }
  });
}
