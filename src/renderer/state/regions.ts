/** Cycles through the parts of the window marked `data-region`; the first focusable element of the part gets the focus. */
export function moveToRegion(step: 1 | -1): void {
  const regions = [...document.querySelectorAll<HTMLElement>('[data-region]')];
  const at = regions.findIndex((region) => region.contains(document.activeElement));
  const start = at < 0 && step < 0 ? 0 : at;
  for (let tried = 1; tried <= regions.length; tried++) {
    const region = regions[(start + step * tried + regions.length * 2) % regions.length]!;
    const target = region.querySelector<HTMLElement>('a[href], button:not(:disabled), input, [tabindex="0"]');
    target?.focus();
    if (region.contains(document.activeElement)) return;
  }
}
