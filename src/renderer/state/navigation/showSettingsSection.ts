import { go, hrefOf, useRoute } from './route.ts';
import { type SettingsSectionName, settingsHeadingId } from './settingsSections.ts';

/** The id of the choice of a section in a narrow window, which keeps the focus. */
export const sectionChoiceId = 'settings-section';

/** Opens the settings at a section, also if it is the current one and was scrolled away. */
export function showSettingsSection(section: SettingsSectionName): void {
  const route = { screen: 'settings', section } as const;
  const isCurrent = hrefOf(useRoute.getState().route) === hrefOf(route);
  go(route);
  if (isCurrent) focusSettingsSection(section);
}

export function focusSettingsSection(section: SettingsSectionName): void {
  const heading = document.getElementById(settingsHeadingId(section));
  heading?.scrollIntoView({ block: 'start' });
  if (document.activeElement?.id !== sectionChoiceId) heading?.focus();
}
