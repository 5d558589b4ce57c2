/** Focuses the open record if the list has released the focus, as when Enter opens the same record again. */
export function focusOpenRecord(): void {
  if (document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>('[data-region="record"]')?.focus();
}
