import {
  type BrandVariants,
  createDarkTheme,
  createLightTheme,
  type Theme,
  teamsHighContrastTheme,
} from '@fluentui/react-components';
import { useSyncExternalStore } from 'react';
import type { Settings } from '../shared/contract.ts';

/** Printer's blue: steps of even lightness at one hue; 80 is 6.4 to 1 on white, 110 is 4.4 to 1 on the dark ground. */
const brand: BrandVariants = {
  10: '#000f21',
  20: '#00192f',
  30: '#002540',
  40: '#003252',
  50: '#004065',
  60: '#004e79',
  70: '#005985',
  80: '#046591',
  90: '#1f73a1',
  100: '#3282b1',
  110: '#4d94c1',
  120: '#6ba6cd',
  130: '#87b8d9',
  140: '#a3cae5',
  150: '#bfdcf0',
  160: '#dbeefc',
};

export type ThemeName = 'light' | 'dark' | 'high-contrast';

const themes: Record<ThemeName, Theme> = {
  light: createLightTheme(brand),
  dark: {
    ...createDarkTheme(brand),
    // Fluent's choice of steps is for its own blue; these keep text in our hue at 4.5 to 1.
    colorBrandForeground1: brand[120],
    colorBrandForeground2: brand[130],
    colorBrandForegroundLink: brand[120],
    colorBrandForegroundLinkHover: brand[130],
    colorBrandForegroundLinkPressed: brand[110],
    colorBrandForegroundLinkSelected: brand[120],
    colorCompoundBrandForeground1: brand[120],
    colorCompoundBrandBackground: brand[110],
    colorCompoundBrandStroke: brand[110],
  },
  'high-contrast': teamsHighContrastTheme,
};

/** The theme that the setting asks for; `system` follows the computer, live. */
export function useTheme(setting: Settings['theme']): { name: ThemeName; theme: Theme } {
  const isDark = useMedia('(prefers-color-scheme: dark)');
  const isForced = useMedia('(forced-colors: active)');
  const name = chooseTheme(setting, { isDark, isForced });
  return { name, theme: themes[name] };
}

/** Colours that the system forces win over the setting: it is the person's stronger wish. */
export function chooseTheme(
  setting: Settings['theme'],
  system: { isDark: boolean; isForced: boolean },
): ThemeName {
  if (system.isForced) return 'high-contrast';
  if (setting !== 'system') return setting;
  return system.isDark ? 'dark' : 'light';
}

/** Whether a media query holds at present. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => window.matchMedia(query).matches,
  );
}
