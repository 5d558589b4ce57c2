import { visibleText } from '../../shared/text/visibleText.ts';

/**
 * The properties of an element with the hidden controls in its texts and its `title` shown. They are copied only where
 * there is something to show, which is hardly ever.
 */
export function withVisibleText(props: unknown): unknown {
  if (typeof props !== 'object' || props === null) return props;
  const { children, title }: { children?: unknown; title?: unknown } = props;
  const shown = Array.isArray(children) ? visibleList(children) : visible(children);
  const shownTitle = visible(title);
  if (shown === children && shownTitle === title) return props;
  return {
    ...props,
    ...(shown === children ? {} : { children: shown }),
    ...(shownTitle === title ? {} : { title: shownTitle }),
  };
}

function visible(value: unknown): unknown {
  return typeof value === 'string' ? visibleText(value) : value;
}

function visibleList(children: readonly unknown[]): readonly unknown[] {
  const shown = children.map(visible);
  return shown.some((child, at) => child !== children[at]) ? shown : children;
}
