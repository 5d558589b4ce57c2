/** The open modal dialog, which must keep the focus; null if there is none. */
export function openModal(): Element | null {
  return document.querySelector('[aria-modal="true"]');
}
