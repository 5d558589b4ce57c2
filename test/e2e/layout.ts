import type { Page } from '@playwright/test';

/** The widest text spacing that a reader may set (WCAG 1.4.12). */
const textSpacing = `* {
  line-height: 1.5 !important;
  letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important;
}
p { margin-bottom: 2em !important; }`;

/** Everything that scrolls sideways: the page itself or any part of it. */
export function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((one) => one.scrollWidth > one.clientWidth + 1)
      .filter(
        (one) =>
          one === document.documentElement || ['auto', 'scroll'].includes(getComputedStyle(one).overflowX),
      )
      .map((one) => `${one.tagName} ${one.className} ${one.scrollWidth} > ${one.clientWidth}`),
  );
}

/** Pixels by which the window itself scrolls down, instead of its parts. */
export function windowScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
}

/** Texts that are cut off with wide spacing and not available in full in a tooltip or in their name. */
export function cutBySpacing(page: Page): Promise<string[]> {
  return page.evaluate((spacing) => {
    // The page's security policy forbids a style element.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(spacing);
    document.adoptedStyleSheets.push(sheet);
    const within = [...document.querySelectorAll('[aria-modal="true"]')].at(-1) ?? document.body;
    const cut = [...within.querySelectorAll<HTMLElement>('*')]
      .filter(holdsText)
      .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !isForReadersOnly(one))
      .flatMap((one) => {
        const clip = clipOf(one);
        if (!clip) return [];
        const range = document.createRange();
        range.selectNodeContents(one);
        const text = range.getBoundingClientRect();
        const room = clip.getBoundingClientRect();
        const tall = text.height - room.height;
        const wide = text.right - room.right;
        // The line height may overflow by a few px without cutting a letter.
        if (tall < 7 && wide < 2) return [];
        return [
          `“${(one.textContent ?? '').slice(0, 60)}” (${Math.round(wide)} px aside, ${Math.round(tall)} px below) in ${clip.tagName} ${clip.className}`,
        ];
      });
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    return cut;

    function holdsText(element: Element): boolean {
      return [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '',
      );
    }

    function isForReadersOnly(element: Element): boolean {
      for (let at: Element | null = element; at && at !== within; at = at.parentElement) {
        const { width, height } = at.getBoundingClientRect();
        if (getComputedStyle(at).display !== 'contents' && (width <= 1 || height <= 1)) return true;
      }
      return false;
    }

    /** The element that hides the end of this text permanently: it cannot be scrolled and shows no ellipsis. */
    function clipOf(element: Element): Element | null {
      for (let at: Element | null = element; at && at !== within; at = at.parentElement) {
        const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(at);
        if ([overflowX, overflowY].some((one) => one === 'auto' || one === 'scroll')) return null;
        if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none') return null;
        if ([overflowX, overflowY].some((one) => one === 'hidden' || one === 'clip')) return at;
      }
      return null;
    }
  }, textSpacing);
}
