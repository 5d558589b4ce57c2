import type { Page } from '@playwright/test';

/** The result of a walk with Tab through a screen. */
export interface Walk {
  /** The part of the window that each stop belongs to, in order. */
  stops: string[];
  /** Descriptions of stops that are invisible, covered, without a focus mark, or out of order. */
  faults: string[];
}

const maxStops = 300;

/**
 * Visits every stop with Tab until the first one comes again, and checks each (WCAG 2.4.3, 2.4.7, 2.4.11): it is on
 * screen, not covered, marked while it has the focus, and follows the previous one in the document.
 */
export async function walkByTab(page: Page): Promise<Walk> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    // Starts at the beginning of the page, or of the open dialog, wherever the focus was.
    if (!document.querySelector('[aria-modal="true"]')) {
      document.body.tabIndex = -1;
      document.body.focus();
      document.body.removeAttribute('tabindex');
    }
    for (const marked of document.querySelectorAll('[data-visited]')) marked.removeAttribute('data-visited');
  });
  const stops: string[] = [];
  const faults: string[] = [];
  const back: string[] = [];
  for (let pressed = 0; pressed < maxStops; pressed++) {
    await page.keyboard.press('Tab');
    const { stop, found, isBack } = await page.evaluate(lookAtFocus);
    faults.push(...found);
    // A walk through the whole page may return to the beginning once.
    if (stop === 'again') return { stops, faults: back.length > 1 ? [...faults, ...back] : faults };
    if (isBack) back.push(isBack);
    stops.push(stop);
  }
  throw new Error(`Tab does not come round: ${stops.slice(-20).join(', ')}`);
}

/** Runs in the page: describes the focused stop, and whether the previous one has lost its mark. */
async function lookAtFocus(): Promise<{ stop: string; found: string[]; isBack?: string }> {
  // The second frame shows the change that the first one started.
  await frame();
  await frame();
  // A busy page may scroll to the focus, or lay itself out after a change of its size, some frames later.
  for (let waited = 0; waited < 30 && document.activeElement && !isInView(document.activeElement); waited++)
    await frame();
  const found: string[] = [];
  const memory = window as unknown as { lastStop?: { element: Element; mark: string; words: string } };
  const before = memory.lastStop;
  if (before?.element.isConnected && markOf(before.element) === before.mark) {
    found.push(`${before.words}: looks the same with and without the focus`);
  }
  delete memory.lastStop;
  const element = document.activeElement;
  if (!element || element === document.body) return { stop: 'outside', found };
  if (element.hasAttribute('data-visited')) return { stop: 'again', found };
  element.setAttribute('data-visited', '');
  const words = wordsOf(element);
  if (!isOnScreen(element)) found.push(`${words}: is not on screen`);
  else if (!isInView(element)) found.push(`${words}: is covered`);
  const isBehind =
    before?.element.isConnected === true &&
    (before.element.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
  const isBack = isBehind ? `${words}: comes after ${before.words}, which it precedes` : '';
  memory.lastStop = { element, mark: markOf(element), words };
  const region = element.closest('[data-region], [role="dialog"], [role="alertdialog"]');
  const stop = region?.getAttribute('data-region') ?? region?.getAttribute('role') ?? 'frame';
  return { stop, found, isBack };

  function frame(): Promise<number> {
    return new Promise((resolve) => requestAnimationFrame(resolve));
  }

  function isOnScreen(one: Element): boolean {
    const { width, height, left, right, top, bottom } = boxOf(one);
    const hasSize = width > 0 && height > 0;
    return hasSize && right > 0 && left < innerWidth && bottom > 0 && top < innerHeight;
  }

  function isInView(one: Element): boolean {
    return isOnScreen(one) && isUncovered(one, boxOf(one));
  }

  function wordsOf(one: Element): string {
    const name = one.getAttribute('aria-label') ?? one.textContent?.trim() ?? '';
    return `${one.tagName.toLowerCase()} ${one.getAttribute('role') ?? ''} “${name.slice(0, 60)}” #${one.id}`;
  }

  /** An invisible input is represented by the element drawn for it. */
  function drawnFor(one: Element): Element {
    const isBox = one instanceof HTMLInputElement && ['checkbox', 'radio'].includes(one.type);
    return (isBox && one.parentElement) || one;
  }

  function boxOf(one: Element): DOMRect {
    return drawnFor(one).getBoundingClientRect();
  }

  function isUncovered(one: Element, { left, right, top, bottom }: DOMRect): boolean {
    const edge = 3;
    const points: [number, number][] = [
      [(left + right) / 2, (top + bottom) / 2],
      [left + edge, top + edge],
      [right - edge, top + edge],
      [left + edge, bottom - edge],
      [right - edge, bottom - edge],
    ];
    return points.some(([x, y]) => {
      const there = document.elementFromPoint(x, y);
      return there !== null && (drawnFor(one).contains(there) || there.contains(one));
    });
  }

  /** The styles of the element and its ancestors that the focus can change. */
  function markOf(one: Element): string {
    const marks: string[] = [];
    let at: Element | null = one;
    for (let level = 0; at && level < 3; level++, at = at.parentElement) {
      for (const part of [null, '::before', '::after']) {
        const style = getComputedStyle(at, part);
        const { outlineStyle, outlineWidth, outlineColor, boxShadow, backgroundColor, textDecoration } =
          style;
        const { borderColor, borderWidth, borderStyle, content, transform, clipPath, opacity, top } = style;
        marks.push(
          outlineStyle === 'none' ? '' : `${outlineStyle} ${outlineWidth} ${outlineColor}`,
          [boxShadow, backgroundColor, textDecoration, borderColor, borderWidth, borderStyle].join(),
          part === null ? '' : [content, transform, clipPath, opacity, top].join(),
        );
      }
    }
    for (const sibling of one instanceof HTMLInputElement ? (one.parentElement?.children ?? []) : []) {
      const { outline, boxShadow, borderColor } = getComputedStyle(sibling);
      marks.push(outline, boxShadow, borderColor);
    }
    return marks.join('|');
  }
}
