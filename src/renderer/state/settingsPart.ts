import { create } from 'zustand';
import { go } from './route.ts';

/** Parts of the settings that something else leads to. */
export type SettingsPart = 'backups' | 'changes' | 'shortcuts';

/** The part of the settings that is to be shown and focused; null once it was. */
export const useSettingsPart = create<{ wanted: SettingsPart | null }>(() => ({ wanted: null }));

/** Opens the settings at one of their parts. */
export function showSettingsPart(wanted: SettingsPart): void {
  useSettingsPart.setState({ wanted });
  go('#/settings');
}
