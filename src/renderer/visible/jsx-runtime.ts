import { jsx as create, jsxs as createWithMany, Fragment } from 'react/jsx-runtime';
import { withVisibleText } from './withVisibleText.ts';

export type { JSX } from 'react/jsx-runtime';
export { Fragment };

/**
 * React's own `jsx`, through which every text on a screen passes: no title of a record can turn the direction of the row
 * that it stands in. Values of fields are no texts between tags: they stay as they are.
 */
export const jsx: typeof create = (type, props, key) => create(type, withVisibleText(props), key);

/** The same for elements with several children. */
export const jsxs: typeof create = (type, props, key) => createWithMany(type, withVisibleText(props), key);
