import type { Page } from '@playwright/test';

/** One announcement that a screen reader would make automatically. */
export interface Utterance {
  text: string;
  /** An alert interrupts the current announcement; others wait for its end. */
  isAlert: boolean;
  /** Milliseconds since listening started. */
  at: number;
  /** Number of clicks and key presses before it. */
  turn: number;
}

/**
 * Records the announcements of the page's live regions from now on, as a screen reader would make them: a region that
 * changes is announced as a whole, an alert also when it appears, and nothing hidden or behind an open dialog.
 */
export async function listen(page: Page): Promise<() => Promise<Utterance[]>> {
  await page.evaluate(() => {
    const heard: Utterance[] = [];
    const begin = performance.now();
    let turn = 0;
    for (const act of ['click', 'keydown']) addEventListener(act, () => turn++, { capture: true });
    const live = '[role="status"], [role="alert"], [aria-live="polite"], [aria-live="assertive"]';
    Object.assign(window, { heard });
    new MutationObserver((changes) => {
      const regions = new Set<Element>();
      for (const { target, addedNodes } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        const around = element?.closest(live);
        if (around) regions.add(around);
        for (const node of addedNodes) {
          if (!(node instanceof Element)) continue;
          if (node.matches('[role="alert"]')) regions.add(node);
          for (const alert of node.querySelectorAll('[role="alert"]')) regions.add(alert);
        }
      }
      for (const region of regions) say(region);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });

    function say(region: Element): void {
      if (!region.isConnected || region.closest('[aria-hidden="true"], [inert], [hidden]')) return;
      const text = textOf(region).replace(/\s+/g, ' ').trim();
      const isAlert = region.matches('[role="alert"], [aria-live="assertive"]');
      if (text !== '') heard.push({ text, isAlert, at: Math.round(performance.now() - begin), turn });
    }

    function textOf(node: Node): string {
      if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? '';
      if (!(node instanceof HTMLElement) || node.ariaHidden === 'true' || node.hidden) return '';
      const isBlock = !getComputedStyle(node).display.startsWith('inline');
      const text = node.ariaLabel ?? [...node.childNodes].map(textOf).join('');
      return isBlock ? ` ${text} ` : text;
    }
  });
  return () => page.evaluate(() => Reflect.get(window, 'heard') as Utterance[]);
}

const maxPerSecond = 2;
const sameWithin = 2_000;

/**
 * Describes announcements that are too much to listen to: the same one twice in quick succession, or more than two
 * within a second after one user action.
 */
export function chatterOf(heard: readonly Utterance[]): string[] {
  return heard.flatMap(({ text, at, turn }, place) => {
    const before = heard.slice(0, place);
    const faults: string[] = [];
    if (before.some((one) => one.text === text && at - one.at < sameWithin)) faults.push(`twice: ${text}`);
    const near = before.filter((one) => one.turn === turn && at - one.at < 1_000);
    if (near.length >= maxPerSecond) faults.push(`too fast: ${text}`);
    return faults;
  });
}
