import type { Page } from '@playwright/test';

/** Describes visible movements on screen: name, duration and place. */
export function moving(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState === 'running' && Number(effect?.getComputedTiming().endTime) > 100,
      )
      .map((one) => {
        const { target, pseudoElement } = one.effect as KeyframeEffect;
        const name =
          'animationName' in one
            ? one.animationName
            : 'transitionProperty' in one
              ? one.transitionProperty
              : one.id;
        const time = one.effect?.getComputedTiming().endTime;
        return `${name} for ${time} ms: ${target?.outerHTML.slice(0, 160)} ${pseudoElement ?? ''}`;
      }),
  );
}

/**
 * Movements that continue for more than five seconds without showing progress (WCAG 2.2.2): all that are not within a
 * `progressbar`.
 */
export function movingForLong(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) > 5_000)
      .map(({ effect }) => (effect as KeyframeEffect).target)
      .filter((target) => !target?.closest('[role="progressbar"]'))
      .map((target) => target?.outerHTML.slice(0, 240) ?? ''),
  );
}
