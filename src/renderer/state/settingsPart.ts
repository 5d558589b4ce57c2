import { create } from 'zustand';
import { go } from './route.ts';

/** Sections of the settings that other screens link to. */
export type SettingsPart = 'backups' | 'changes' | 'shortcuts';

/** The section of the settings to show and focus; null afterwards. */
export const useSettingsPart = create<{ wanted: SettingsPart | null }>(() => ({ wanted: null }));

export function showSettingsPart(wanted: SettingsPart): void {
  useSettingsPart.setState({ wanted });
  go('#/settings');
}
