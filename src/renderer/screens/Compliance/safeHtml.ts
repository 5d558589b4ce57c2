import DOMPurify from 'dompurify';

/** Elements for text, its structure, and links. */
const textTags = [
  ...['a', 'abbr', 'b', 'br', 'code', 'dd', 'div', 'dl', 'dt', 'em', 'h2', 'h3', 'h4', 'h5', 'i', 'li', 'ol'],
  ...['p', 'q', 's', 'small', 'span', 'strong', 'sub', 'sup', 'u', 'ul'],
];
/** Elements of small drawings that refer only to themselves. */
const drawingTags = ['svg', 'g', 'path', 'circle', 'ellipse', 'rect', 'line', 'polyline', 'polygon'];

/** Attributes whose values are not addresses. */
const plainAttributes = [
  ...['lang', 'dir', 'data-modal', 'aria-hidden'],
  ...['viewBox', 'd', 'cx', 'cy', 'r', 'rx', 'ry', 'x', 'y', 'x1', 'x2', 'y1', 'y2', 'points', 'transform'],
  ...['fill', 'stroke', 'stroke-width', 'stroke-linecap', 'stroke-linejoin', 'fill-rule', 'clip-rule'],
];

/**
 * Sanitises HTML of the service with DOMPurify: it keeps text, links and small drawings, but no styles, forms, frames or
 * external pictures. A link to one of the pack's own texts becomes a button with `data-modal`; other links open outside
 * and say where they lead; a link without a target becomes plain text.
 */
export function safeNodes(html: string): DocumentFragment {
  const fragment = DOMPurify.sanitize(html, {
    ALLOWED_TAGS: [...textTags, ...drawingTags],
    ALLOWED_ATTR: ['href', ...plainAttributes],
    // The pattern of addresses applies only to attributes that may hold one.
    ADD_URI_SAFE_ATTR: plainAttributes,
    ALLOWED_URI_REGEXP: /^(?:https?:\/\/|mailto:)/i,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  for (const element of fragment.querySelectorAll('*')) dropReferences(element);
  for (const link of fragment.querySelectorAll('a')) replaceLink(link);
  return fragment;
}

/** Colours may contain external references. */
function dropReferences(element: Element): void {
  for (const { name, value } of [...element.attributes])
    if (name !== 'href' && /url\s*\(/i.test(value)) element.removeAttribute(name);
}

function replaceLink(link: HTMLAnchorElement | SVGAElement): void {
  const { modal } = link.dataset;
  // A link within a drawing has no target.
  if (!(link instanceof HTMLAnchorElement)) link.replaceWith(...link.childNodes);
  else if (modal) {
    const button = document.createElement('button');
    button.type = 'button';
    button.dataset.modal = modal;
    button.append(...link.childNodes);
    link.replaceWith(button);
  } else if (link.hasAttribute('href')) {
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
    link.title = link.href;
  } else link.replaceWith(...link.childNodes);
}
