/** The sections of the settings in their order; each has an address of its own. */
export const settingsSections = [
  'accounts',
  'office',
  'appearance',
  'shortcuts',
  'sending',
  'following',
  'sources',
  'checker',
  'funders',
  'facts',
  'backups',
  'about',
] as const;
export type SettingsSectionName = (typeof settingsSections)[number];

export function isSettingsSection(text: string | undefined): text is SettingsSectionName {
  return settingsSections.some((name) => name === text);
}

/** The id of the heading of a section. */
export function settingsHeadingId(name: SettingsSectionName): string {
  return `settings-${name}`;
}

/** The place of a heading, in pixels below the upper edge of what is visible. */
export interface HeadingPlace {
  name: SettingsSectionName;
  top: number;
}

/**
 * The section that the reader sees: the requested one while its heading is visible, otherwise the one at the upper
 * edge.
 */
export function sectionInView(
  places: readonly HeadingPlace[],
  height: number,
  wanted: SettingsSectionName | null,
): SettingsSectionName {
  const isVisible = ({ top }: HeadingPlace) => top >= -rounding && top < height;
  const found = places.find((place) => place.name === wanted && isVisible(place));
  if (found) return found.name;
  return places.findLast(({ top }) => top <= edge)?.name ?? settingsSections[0];
}

/** Tolerance in pixels for a heading that was scrolled to. */
const rounding = 2;
/** A heading within this distance of the upper edge counts as the start of what the reader sees. */
const edge = 48;
