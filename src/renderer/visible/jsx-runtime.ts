import { jsx as create, jsxs as createWithMany, Fragment } from 'react/jsx-runtime';
import { withVisibleText } from './withVisibleText.ts';

export type { JSX } from 'react/jsx-runtime';
export { Fragment };

/**
 * React's `jsx` for every element, which makes control characters in texts visible: the title of a record cannot reverse
 * the direction of its row. Values of inputs are not texts and stay unchanged.
 */
export const jsx: typeof create = (type, props, key) => create(type, withVisibleText(props), key);

/** The variant for elements with several children. */
export const jsxs: typeof create = (type, props, key) => createWithMany(type, withVisibleText(props), key);
