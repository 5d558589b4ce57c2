import type { Page } from '@playwright/test';
import type axeCore from 'axe-core';
import { loadAxe } from './axe.ts';

declare const axe: typeof axeCore;

/** A control as a screen reader and a pointer see it; sizes in CSS px. */
export interface Control {
  region: string;
  role: string;
  name: string;
  /** `checked`, `expanded: false`, `needs a value`, … */
  states: string[];
  description: string;
  /** It is in a row or a list item, each of which has the same control. */
  isRepeated: boolean;
  /** It is a link within a sentence, which is as high as its line. */
  isInline: boolean;
  width: number;
  height: number;
  html: string;
}

/** All visible controls, within the open dialog if there is one, in reading order. */
export async function controlsOf(page: Page): Promise<Control[]> {
  await loadAxe(page);
  return page.evaluate(() => {
    // axe-core's types do not include its name computation.
    const { commons, utils } = axe as unknown as {
      commons: {
        text: { accessibleTextVirtual: (node: unknown) => string };
        aria: { getRole: (node: unknown) => string | null };
      };
      utils: { getNodeFromTree: (element: Element) => unknown };
    };
    const controls = [
      'a[href]',
      'button',
      'input:not([type="hidden"])',
      'select',
      'textarea',
      'summary',
      '[tabindex="0"]',
      ...['button', 'checkbox', 'combobox', 'link', 'menuitem', 'menuitemcheckbox', 'menuitemradio'],
      ...['option', 'radio', 'slider', 'spinbutton', 'switch', 'tab'],
    ].map((one) => (/^[a-z]+$/.test(one) && !isTag(one) ? `[role="${one}"]` : one));
    const within = [...document.querySelectorAll('[aria-modal="true"]')].at(-1) ?? document.body;
    axe.setup(document.documentElement);
    const found = [...within.querySelectorAll<HTMLElement>(controls.join(','))]
      .filter((one) => !one.closest('[aria-hidden="true"], [inert], [hidden], [data-tabster-dummy]'))
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .map(describe)
      // A region that scrolls by keyboard is not a control.
      .filter(
        ({ role }) => !['', 'region', 'group', 'table', 'tabpanel', 'none', 'presentation'].includes(role),
      );
    axe.teardown();
    return found;

    function isTag(name: string): boolean {
      return ['button', 'select', 'textarea', 'summary'].includes(name);
    }

    function describe(element: HTMLElement) {
      const node = utils.getNodeFromTree(element);
      const box = targetOf(element).getBoundingClientRect();
      return {
        region: regionOf(element),
        role: commons.aria.getRole(node) ?? '',
        name: commons.text.accessibleTextVirtual(node).replace(/\s+/g, ' ').trim(),
        states: statesOf(element),
        description:
          textOf(element.getAttribute('aria-describedby')) || element.getAttribute('aria-description') || '',
        isRepeated:
          element.closest('[role="row"], tr, li, [role="option"], [role="listitem"], [role="radiogroup"]') !==
          null,
        isInline: getComputedStyle(element).display === 'inline',
        width: box.width,
        height: box.height,
        html: element.outerHTML.slice(0, 240),
      };
    }

    /** The area where a press activates the control, including its label. */
    function targetOf(element: HTMLElement): Element {
      const { labels } = element as HTMLInputElement;
      const isDrawn = !(element instanceof HTMLInputElement) || !['checkbox', 'radio'].includes(element.type);
      if (isDrawn)
        return element.closest('.fui-Input, .fui-Select, .fui-Combobox, .fui-SpinButton') ?? element;
      return element.closest('.fui-Checkbox, .fui-Radio, .fui-Switch, [data-pick]') ?? labels?.[0] ?? element;
    }

    function statesOf(element: HTMLElement): string[] {
      const states: string[] = [];
      for (const name of [
        'checked',
        'selected',
        'pressed',
        'expanded',
        'current',
        'disabled',
        'invalid',
        'required',
      ]) {
        const value = element.getAttribute(`aria-${name}`);
        if (value !== null && value !== 'false') states.push(value === 'true' ? name : `${name}: ${value}`);
        else if (value === 'false' && ['expanded', 'pressed'].includes(name)) states.push(`not ${name}`);
      }
      if (element instanceof HTMLInputElement && ['checkbox', 'radio'].includes(element.type)) {
        states.push(element.checked ? 'checked' : 'not checked');
      }
      if ((element as HTMLInputElement).disabled) states.push('disabled');
      if ((element as HTMLInputElement).required) states.push('required');
      return [...new Set(states)];
    }

    function regionOf(element: Element): string {
      const names: string[] = [];
      const regions = 'header, footer, main, nav, section, [data-region], [role], fieldset, form, dialog';
      for (let at = element.parentElement?.closest(regions); at; at = at.parentElement?.closest(regions)) {
        const name =
          at.querySelector(':scope > legend')?.textContent ??
          at.getAttribute('aria-label') ??
          (textOf(at.getAttribute('aria-labelledby')) || at.getAttribute('data-region'));
        if (name) names.unshift(name);
        if (at.getAttribute('aria-modal') === 'true') break;
      }
      return names.join(' > ');
    }

    function textOf(ids: string | null): string {
      return (ids ?? '')
        .split(' ')
        .map((id) => (id === '' ? '' : (document.getElementById(id)?.textContent ?? '')))
        .join(' ')
        .trim();
    }
  });
}

const maxNameLength = 120;
const minTargetSize = 24;

/**
 * Describes faults in the names and sizes of a screen's controls: a name that is missing, consists only of symbols, is
 * too long or is used twice, or a target smaller than 24 px (WCAG 2.2, 2.4.6, 2.4.9, 2.5.8 without its exceptions for
 * spacing).
 */
export function faultsOfControls(controls: readonly Control[]): string[] {
  const seen = new Map<string, Control>();
  return controls.flatMap((control) => {
    const { role, name, region, isRepeated, isInline, width, height } = control;
    const what = `${role} “${name}” in ${region || 'the frame'}`;
    const faults: string[] = [];
    if (!/[\p{L}\p{N}]/u.test(name)) faults.push(`${what}: no words in its name: ${control.html}`);
    if (name.length > maxNameLength && !isRepeated)
      faults.push(`${what}: a name of ${name.length} characters`);
    if (/\b(click|press|tap) here\b|^(here|more|link|button|ici|cliquez ici)$/i.test(name)) {
      faults.push(`${what}: says nothing by itself`);
    }
    const key = [region, role, name].join('\n');
    if (!isRepeated && seen.has(key))
      faults.push(`${what}: twice: ${seen.get(key)!.html} and ${control.html}`);
    seen.set(key, control);
    // Rounding in the layout may lose half a pixel.
    const isSmall = Math.min(width, height) < minTargetSize - 0.5;
    if (isSmall && !isInline && width > 1 && role !== 'row') {
      faults.push(`${what}: ${width.toFixed(1)} × ${height.toFixed(1)} px: ${control.html}`);
    }
    return faults;
  });
}
