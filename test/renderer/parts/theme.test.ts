import { describe, expect, test } from 'vitest';
import { chooseTheme, compareMediaQueries, themes } from '../../../src/renderer/parts/theme.ts';

describe('the theme', () => {
  const day = { isDark: false, isForced: false };
  const night = { isDark: true, isForced: false };

  test('follows the system unless the user chose one', () => {
    expect(chooseTheme('system', day)).toBe('light');
    expect(chooseTheme('system', night)).toBe('dark');
    expect(chooseTheme('light', night)).toBe('light');
    expect(chooseTheme('high-contrast', day)).toBe('high-contrast');
  });

  test('leaves colours to a system that forces its own', () => {
    expect(chooseTheme('high-contrast', { isDark: false, isForced: true })).toBe('light');
    expect(chooseTheme('light', { isDark: true, isForced: true })).toBe('dark');
  });
});

/** The contrast of two colours such as #12687a, as WCAG 2.2 defines it. */
function contrast(one: string, other: string): number {
  const light = (colour: string) => {
    const [red, green, blue] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
  };
  const [darker, lighter] = [light(one), light(other)].sort((a, b) => a - b);
  return (lighter! + 0.05) / (darker! + 0.05);
}

test.each(['light', 'dark'] as const)('keeps text of buttons readable under the pointer: %s', (name) => {
  const theme = themes[name];
  for (const state of ['Hover', 'Pressed', 'Selected'] as const) {
    const ground = theme[`colorSubtleBackground${state}`];
    for (const kind of ['2Brand', '3Brand'] as const) {
      const words = `${kind}${state}`;
      expect(contrast(theme[`colorNeutralForeground${kind}${state}`], ground), words).toBeGreaterThan(4.5);
    }
  }
});

test('has rules for narrow windows after those for wide ones', () => {
  const queries = ['(max-width: 639px)', '(forced-colors: active)', '(max-width: 999px)'];
  expect(queries.sort(compareMediaQueries)).toEqual([
    '(forced-colors: active)',
    '(max-width: 999px)',
    '(max-width: 639px)',
  ]);
});
