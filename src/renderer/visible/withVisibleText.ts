import { visibleText } from '../../shared/text/visibleText.ts';

/** Makes control characters in texts and `title` visible; copies the properties only if there are any. */
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
