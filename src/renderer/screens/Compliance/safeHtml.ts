import DOMPurify from 'dompurify';

/** What a funder's HTML may hold: text with its structure, links, and small drawings; no styles, forms, frames or pictures from elsewhere. */
const allowed = {
  ALLOWED_TAGS: [
    ...[
      'a',
      'abbr',
      'b',
      'br',
      'code',
      'dd',
      'div',
      'dl',
      'dt',
      'em',
      'h2',
      'h3',
      'h4',
      'h5',
      'i',
      'li',
      'ol',
      'p',
    ],
    ...['q', 's', 'small', 'span', 'strong', 'sub', 'sup', 'u', 'ul'],
    ...['svg', 'g', 'path', 'circle', 'ellipse', 'rect', 'line', 'polyline', 'polygon'],
  ],
  ALLOWED_ATTR: [
    ...['href', 'lang', 'dir', 'data-modal', 'aria-hidden'],
    ...['viewBox', 'd', 'cx', 'cy', 'r', 'rx', 'ry', 'x', 'y', 'x1', 'x2', 'y1', 'y2', 'points', 'transform'],
    ...['fill', 'stroke', 'stroke-width', 'stroke-linecap', 'stroke-linejoin', 'fill-rule', 'clip-rule'],
  ],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOWED_URI_REGEXP: /^(?:https?:\/\/|mailto:)/i,
  RETURN_DOM_FRAGMENT: true,
} as const;

/**
 * HTML of the service as nodes that can do no harm (DOMPurify). What opens one of the pack's own texts becomes a button
 * with `data-modal`; other links open outside; a link that leads nowhere is plain text.
 */
export function safeNodes(html: string): DocumentFragment {
  const { ALLOWED_TAGS, ALLOWED_ATTR, ...others } = allowed;
  const fragment = DOMPurify.sanitize(html, {
    ...others,
    ALLOWED_TAGS: [...ALLOWED_TAGS],
    ALLOWED_ATTR: [...ALLOWED_ATTR],
  });
  for (const link of fragment.querySelectorAll('a')) replaceLink(link);
  return fragment;
}

function replaceLink(link: HTMLAnchorElement): void {
  const { modal } = link.dataset;
  if (modal) {
    const button = document.createElement('button');
    button.type = 'button';
    button.dataset.modal = modal;
    button.append(...link.childNodes);
    link.replaceWith(button);
  } else if (link.hasAttribute('href')) {
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
  } else link.replaceWith(...link.childNodes);
}
