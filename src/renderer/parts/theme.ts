import {
  type BrandVariants,
  createDarkTheme,
  createLightTheme,
  type Theme,
  teamsHighContrastTheme,
  webLightTheme,
} from '@fluentui/react-components';
import { useSyncExternalStore } from 'react';
import { cached } from '../../shared/cached.ts';
import type { Settings } from '../../shared/settings.ts';

/**
 * The icon's petrol: steps of even lightness at one hue; 80 has a contrast of 6.4 to 1 on white, 120 of 5.6 to 1 on the
 * dark background.
 */
const brand: BrandVariants = {
  10: '#001118',
  20: '#001b24',
  30: '#002833',
  40: '#003542',
  50: '#004352',
  60: '#005263',
  70: '#005d6f',
  80: '#12687a',
  90: '#277789',
  100: '#398699',
  110: '#5298a9',
  120: '#6fa9b8',
  130: '#8bbac7',
  140: '#a6ccd6',
  150: '#c1dde5',
  160: '#dceff4',
};

export type ThemeName = 'light' | 'dark' | 'high-contrast';

/** Inter has Latin, Greek and Cyrillic letters; other scripts are in system fonts. */
const fonts = {
  fontFamilyBase: `'Inter Variable', ${webLightTheme.fontFamilyBase}`,
  fontFamilyNumeric: `'Inter Variable', ${webLightTheme.fontFamilyNumeric}`,
};

export const themes: Record<ThemeName, Theme> = {
  light: { ...createLightTheme(brand), ...fonts },
  dark: {
    ...createDarkTheme(brand),
    ...fonts,
    // Fluent's steps suit its own blue; these keep text in our hue at a contrast of 4.5 to 1.
    colorBrandForeground1: brand[120],
    colorBrandForeground2: brand[130],
    colorBrandForegroundLink: brand[120],
    colorBrandForegroundLinkHover: brand[130],
    colorBrandForegroundLinkPressed: brand[110],
    colorBrandForegroundLinkSelected: brand[120],
    colorCompoundBrandForeground1: brand[120],
    colorCompoundBrandForeground1Hover: brand[130],
    colorCompoundBrandForeground1Pressed: brand[120],
    // Of subtle and transparent buttons under the pointer; these keep their text at that contrast, too.
    colorNeutralForeground2BrandHover: brand[130],
    colorNeutralForeground2BrandPressed: brand[120],
    colorNeutralForeground2BrandSelected: brand[120],
    colorNeutralForeground3BrandHover: brand[130],
    colorNeutralForeground3BrandPressed: brand[120],
    colorNeutralForeground3BrandSelected: brand[120],
    colorCompoundBrandBackground: brand[110],
    colorCompoundBrandStroke: brand[110],
    // The same red one step lighter: Fluent's has 4.2 to 1 on the dark background.
    colorStatusDangerForeground1: '#e37d86',
  },
  'high-contrast': { ...teamsHighContrastTheme, ...fonts },
};

/** What is printed is on white paper, whatever the theme of the window. */
export const printTheme = { name: 'light', theme: themes.light } as const;

/** The theme of the setting; `system` follows the computer live. */
export function useTheme(setting: Settings['theme']): { name: ThemeName; theme: Theme } {
  const isDark = useMedia('(prefers-color-scheme: dark)');
  const isForced = useMedia('(forced-colors: active)');
  const name = chooseTheme(setting, { isDark, isForced });
  return { name, theme: themes[name] };
}

/** If the system forces its own colours, our theme would only get in the way, so a plain one is used. */
export function chooseTheme(
  setting: Settings['theme'],
  system: { isDark: boolean; isForced: boolean },
): ThemeName {
  const plain = system.isDark ? 'dark' : 'light';
  if (setting === 'system' || system.isForced) return plain;
  return setting;
}

/** For Griffel's renderer: rules for narrower windows come later, so that they override those for wider ones. */
export function compareMediaQueries(one: string, other: string): number {
  return widthOf(other) - widthOf(one) || one.localeCompare(other);
}

function widthOf(query: string): number {
  return Number(/max-width: (\d+)px/.exec(query)?.[1] ?? Number.MAX_SAFE_INTEGER);
}

export function useMedia(query: string): boolean {
  const { subscribe, matches } = mediaQuery(query);
  return useSyncExternalStore(subscribe, matches);
}

/** Once for each query, because the browser reads a query anew each time it is asked. */
const mediaQuery = cached((query) => {
  const list = window.matchMedia(query);
  return {
    subscribe: (changed: () => void) => {
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    matches: () => list.matches,
  };
});

/** True in a window that is too narrow for a column of links beside the screen. */
export function useIsNarrow(): boolean {
  return useMedia('(max-width: 999px)');
}
