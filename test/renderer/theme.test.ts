import { describe, expect, test } from 'vitest';
import { chooseTheme, compareMediaQueries } from '../../src/renderer/parts/theme.ts';

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

test('has rules for narrow windows after those for wide ones', () => {
  const queries = ['(max-width: 639px)', '(forced-colors: active)', '(max-width: 999px)'];
  expect(queries.sort(compareMediaQueries)).toEqual([
    '(forced-colors: active)',
    '(max-width: 999px)',
    '(max-width: 639px)',
  ]);
});
