/** Time for others to restore the focus themselves, such as a closing dialog. */
const graceMs = 120;
const tabbable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';
const activeRow = '[role="grid"] [data-row][tabindex="0"]';
/** The text that stands in for the rows of a list; its controls vanish when rows return. */
const emptyState = '[data-empty-state]';
/** In a part with a list, the row last used takes precedence over the controls above it. */
const nearest = [activeRow, tabbable];

/** A control that took the focus because the list beside it lost its rows, which Undo may bring back. */
let substitute: { control: HTMLElement; list: Element } | null = null;

/**
 * When the focused element is removed, focuses a focusable neighbour, else `#main`; when the rows of its list are back,
 * the row. Returns a stop.
 */
export function keepFocus(): () => void {
  /** The element focused last, and its ancestors. */
  let path: Element[] = [];
  /** Those among them that contained rows of a list. */
  let lists: Element[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const enter = ({ target }: FocusEvent) => {
    // Tabster replaces its invisible stops at both ends of the page; beyond them the focus leaves the page on purpose.
    path = target instanceof Element && target.hasAttribute('data-tabster-dummy') ? [] : pathOf(target);
    lists = path.filter((one) => one.querySelector(activeRow) !== null);
    const isElsewhere = path[0] !== substitute?.control && !path[0]?.closest('[data-region="notices"]');
    if (isElsewhere) substitute = null;
  };
  const leave = ({ relatedTarget }: FocusEvent) => {
    // If the element still exists after this event, the focus left it on purpose.
    if (relatedTarget) return;
    setTimeout(() => {
      if (isLost() && path[0]?.isConnected) path = [];
    });
  };
  const give = () => {
    timer = undefined;
    if (!isLost() || path[0]?.isConnected !== false) return;
    const places = path.filter((one) => one.isConnected);
    // If the whole screen was replaced, its beginning gets the focus and not its first button.
    const end = places.findIndex((one) => one === main() || one === document.body);
    const inside = places.slice(0, end);
    const found = inside.map((one) => findFocusable(one, places)).find((one) => one !== null);
    const list = inside.find((one) => lists.includes(one) && one.querySelector(activeRow) === null);
    (found ?? main())?.focus({ preventScroll: true });
    substitute = found && list ? { control: found, list } : null;
  };
  const observer = new MutationObserver(() => {
    if (substitute && document.activeElement === substitute.control)
      rowInsteadOf(substitute.control)?.focus();
    if (timer === undefined && path[0]?.isConnected === false && isLost()) timer = setTimeout(give, graceMs);
  });
  document.addEventListener('focusin', enter);
  document.addEventListener('focusout', leave);
  observer.observe(document.body, { subtree: true, childList: true });
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener('focusin', enter);
    document.removeEventListener('focusout', leave);
  };
}

/** Returns the focus to an element, or to the row that it stood in for. */
export function returnFocus(element: HTMLElement): void {
  (rowInsteadOf(element) ?? element).focus();
}

function rowInsteadOf(control: HTMLElement): HTMLElement | null {
  if (substitute?.control !== control || !substitute.list.isConnected) return null;
  return substitute.list.querySelector<HTMLElement>(activeRow);
}

function main(): HTMLElement | null {
  return document.getElementById('main');
}

function isLost(): boolean {
  return document.activeElement === document.body || document.activeElement === null;
}

function pathOf(target: EventTarget | null): Element[] {
  const path: Element[] = [];
  for (let at = target instanceof Element ? target : null; at; at = at.parentElement) path.push(at);
  return path;
}

/** `left`: the ancestors of the removed element that still exist. */
function findFocusable(within: Element, left: readonly Element[]): HTMLElement | null {
  const isLasting = (one: HTMLElement) => {
    const empty = one.closest(emptyState);
    return empty === null || left.includes(empty);
  };
  for (const selector of nearest) {
    const found = [...within.querySelectorAll<HTMLElement>(selector)].find(
      (one) =>
        one.checkVisibility({ visibilityProperty: true }) &&
        !one.closest('[aria-hidden="true"], [inert], [data-tabster-dummy]') &&
        isLasting(one),
    );
    if (found) return found;
  }
  return null;
}
