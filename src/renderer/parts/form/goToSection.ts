import { sectionId } from './place.ts';

/** Shows a section from its beginning, with the focus on its heading. */
export function goToSection(section: string): void {
  const heading = document.getElementById(sectionId(section));
  heading?.closest('section')?.scrollIntoView({ block: 'start' });
  heading?.focus({ preventScroll: true });
}
