import type { Page } from '@playwright/test';

/**
 * Describes graphics that do not stand out from their background or from their other state in the current colours (WCAG
 * 1.4.11; with forced colours, backgrounds and shadows are gone): checkboxes, fields, progress bars, icons that replace
 * text, and whatever is selected, pressed or current.
 */
export function unseenParts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    type Colour = [red: number, green: number, blue: number, alpha: number];
    const minContrast = 3;
    const within = [...document.querySelectorAll('[aria-modal="true"]')].at(-1) ?? document.body;
    return [...boxes(), ...fields(), ...bars(), ...icons(), ...states()];

    function boxes(): string[] {
      const drawn = '.fui-Checkbox__indicator, .fui-Radio__indicator, .fui-Switch__indicator';
      return seen(drawn)
        .filter((one) => !one.parentElement?.querySelector('input:disabled'))
        .filter(
          (one) => !isBordered(one) && contrast(groundOf(one), groundOf(one.parentElement)) < minContrast,
        )
        .map((one) => `a box without an edge: ${wordsOf(one.parentElement!)}`);
    }

    function fields(): string[] {
      return seen('input, textarea, select, [role="combobox"]')
        .filter(
          (one) => !(one instanceof HTMLInputElement && ['checkbox', 'radio', 'file'].includes(one.type)),
        )
        .filter((one) => {
          const around = [one, one.parentElement, one.parentElement?.parentElement ?? null];
          return !around.some((at) => at && isBordered(at));
        })
        .map((one) => `a field without an edge: ${wordsOf(one)}`);
    }

    function bars(): string[] {
      return seen('[role="progressbar"][aria-valuenow]')
        .filter((bar) => bar.clientWidth > 0 && Number(bar.getAttribute('aria-valuenow')) > 0)
        .filter((bar) => {
          const parts = [...bar.querySelectorAll('*')].filter((one) => one.clientWidth > 0);
          return !parts.some((part) => contrast(groundOf(part), groundOf(bar.parentElement)) >= minContrast);
        })
        .map((bar) => `a bar that is not seen: ${wordsOf(bar)}`);
    }

    function icons(): string[] {
      return seen('button svg, a svg, [role="img"] svg, [role="button"] svg')
        .filter((icon) => {
          const holder = icon.closest<HTMLElement>('button, a, [role="img"], [role="button"]')!;
          const isIdle = holder.matches(':disabled, [aria-disabled="true"]');
          return !isIdle && (holder.innerText ?? '').trim() === '';
        })
        .filter((icon) => {
          const path = icon.querySelector('path') ?? icon;
          const { fill, stroke } = getComputedStyle(path);
          const colour = read(fill === 'none' ? stroke : fill);
          const ground = groundOf(icon.parentElement);
          return contrast(over(colour, ground), ground) < minContrast;
        })
        .map((icon) => `an icon that is not seen: ${wordsOf(icon.parentElement!)}`);
    }

    /** An element that is on must look different from one of its kind that is off. */
    function states(): string[] {
      return ['aria-selected', 'aria-pressed', 'aria-checked', 'aria-current'].flatMap((state) => {
        const on = seen(`[${state}="true"], [${state}="page"], [${state}="step"]`);
        return on.flatMap((one) => {
          const kind = kindOf(one);
          const off = seen(kind).filter(
            (other) => ['false', null].includes(other.getAttribute(state)) && placeOf(other) === placeOf(one),
          );
          const same = off.find((other) => markOf(other) === markOf(one));
          return same ? [`${state} cannot be seen: ${wordsOf(one)} looks like ${wordsOf(same)}`] : [];
        });
      });
    }

    function kindOf(one: Element): string {
      const role = one.getAttribute('role');
      return role ? `[role="${role}"]` : one.tagName.toLowerCase();
    }

    function placeOf(one: Element): Element | null {
      return one.closest(
        '[role="grid"], [role="tablist"], [role="listbox"], [role="group"], [role="toolbar"], nav, ul',
      );
    }

    /** All styles that show a state: of the element, its surroundings and its ticks. */
    function markOf(one: Element): string {
      const marks = [null, '::before', '::after'].map((part) => {
        const style = getComputedStyle(one, part);
        const { color, backgroundColor, borderColor, borderWidth, borderStyle, outline, fontWeight } = style;
        const { content, textDecorationLine, boxShadow, width, height } = style;
        const size = part === null || content === 'none' ? '' : `${content} ${width} ${height}`;
        return [color, backgroundColor, borderColor, borderWidth, borderStyle, outline, fontWeight]
          .concat(textDecorationLine, boxShadow, size)
          .join(' ');
      });
      const ticks = [...one.querySelectorAll('input')].map((box) => String(box.checked));
      return [...marks, ...ticks, one.querySelectorAll('svg path').length].join('|');
    }

    function seen(selector: string): HTMLElement[] {
      return [...within.querySelectorAll<HTMLElement>(selector)].filter((one) => {
        if (one.closest('[aria-hidden="true"]:not(svg, [class*="indicator"]), [inert], [hidden]'))
          return false;
        const { width, height } = one.getBoundingClientRect();
        return (
          width > 1 && height > 1 && one.checkVisibility({ visibilityProperty: true, opacityProperty: true })
        );
      });
    }

    function isBordered(one: Element): boolean {
      const ground = groundOf(one.parentElement);
      const edges = [
        getComputedStyle(one),
        getComputedStyle(one, '::after'),
        getComputedStyle(one, '::before'),
      ];
      return edges.some((style) =>
        ['Top', 'Right', 'Bottom', 'Left'].some((side) => {
          const width = style.getPropertyValue(`border-${side.toLowerCase()}-width`);
          const line = style.getPropertyValue(`border-${side.toLowerCase()}-style`);
          const colour = read(style.getPropertyValue(`border-${side.toLowerCase()}-color`));
          return line !== 'none' && width !== '0px' && contrast(over(colour, ground), ground) >= minContrast;
        }),
      );
    }

    function groundOf(element: Element | null): Colour {
      if (!element) return [255, 255, 255, 1];
      const own = read(getComputedStyle(element).backgroundColor);
      return own[3] === 1 ? own : over(own, groundOf(element.parentElement));
    }

    function over(top: Colour, ground: Colour): Colour {
      const mix = (at: 0 | 1 | 2) => top[at] * top[3] + ground[at] * (1 - top[3]);
      return [mix(0), mix(1), mix(2), 1];
    }

    function read(text: string): Colour {
      const [red = 0, green = 0, blue = 0, alpha = 1] = (text.match(/[\d.]+/g) ?? []).map(Number);
      return text.startsWith('rgb') ? [red, green, blue, alpha] : [0, 0, 0, 0];
    }

    function contrast(one: Colour, other: Colour): number {
      const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
      return (light + 0.05) / (dark + 0.05);
    }

    function luminance([red, green, blue]: Colour): number {
      const [r, g, b] = [red, green, blue].map((value) => {
        const share = value / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      }) as [number, number, number];
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    }

    function wordsOf(one: Element): string {
      const name = one.getAttribute('aria-label') ?? (one as HTMLElement).innerText ?? '';
      return `“${name.trim().slice(0, 50)}” ${one.outerHTML.slice(0, 160)}`;
    }
  });
}
