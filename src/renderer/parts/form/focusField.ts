import { fieldId, type Place, sectionId } from './place.ts';

/** Moves the focus to a control, or to the heading of its section where the control is not there. */
export function focusField({ field, section }: Place): void {
  const element = document.getElementById(fieldId(field)) ?? document.getElementById(sectionId(section));
  element?.scrollIntoView({ block: 'center' });
  element?.focus({ preventScroll: true });
}
