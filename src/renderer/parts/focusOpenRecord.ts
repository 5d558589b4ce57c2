/** Opened again from the list with Enter, the record beside it takes the focus that the list has let go of. */
export function focusOpenRecord(): void {
  if (document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>('[data-region="record"]')?.focus();
}
