import { type FocusEvent, useMemo, useState } from 'react';
import type { PlacedFinding } from '../place.ts';

/** Decides which findings are shown: see `isShown`. */
export interface Attention {
  /** Everything is shown: the record came with content, or "Check" was pressed. */
  isChecked: boolean;
  /** Controls and sections that the focus has left. */
  left: ReadonlySet<string>;
  /** The field being typed in, and the codes of findings already shown there. */
  typing: { field: string; codes: ReadonlySet<string> } | null;
}

/** A finding is shown once its field or section was left, and for the field being typed in only if it was shown before. */
export function isShown(finding: PlacedFinding, attention: Attention): boolean {
  const { isChecked, left, typing } = attention;
  if (typing?.field === finding.field && !typing.codes.has(finding.code)) return false;
  return isChecked || left.has(finding.field) || left.has(finding.section);
}

/** The findings to show at present, and handlers that follow the focus through sections and fields (`data-field`). */
export function useAttention<T extends PlacedFinding>(all: readonly T[], isCheckedAtFirst: boolean) {
  const [attention, setAttention] = useState<Attention>({
    isChecked: isCheckedAtFirst,
    left: new Set(),
    typing: null,
  });
  const shown = useMemo(() => all.filter((finding) => isShown(finding, attention)), [all, attention]);

  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const field = fieldOf(event.target);
    const isTyped = field !== null && isText(event.target);
    const codes = new Set(shown.filter((one) => one.field === field).map((one) => one.code));
    setAttention((before) => ({ ...before, typing: isTyped ? { field, codes } : null }));
  };
  const onBlur = (event: FocusEvent<HTMLElement>, section: string) => {
    const field = fieldOf(event.target);
    const isGone = !event.currentTarget.contains(event.relatedTarget);
    setAttention((before) => ({
      ...before,
      left: new Set([...before.left, ...(field ? [field] : []), ...(isGone ? [section] : [])]),
      typing: null,
    }));
  };
  const check = () => setAttention((before) => ({ ...before, isChecked: true, typing: null }));
  return { all, shown, onFocus, onBlur, check };
}

function fieldOf(element: HTMLElement): string | null {
  return element.closest<HTMLElement>('[data-field]')?.dataset.field ?? null;
}

/** Returns true if text is typed into the control; choices are validated at once. */
function isText(element: HTMLElement): boolean {
  const isTextBox = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  return isTextBox && element.getAttribute('role') !== 'combobox';
}
