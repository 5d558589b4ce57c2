import { jsx as create, jsxs as createWithMany, Fragment } from 'react/jsx-runtime';
import { withVisibleText } from './withVisibleText.ts';

export type { JSX } from 'react/jsx-runtime';
export { Fragment };

/** React's `jsx`, with control characters in texts visible: no title can reverse the direction of its row. */
export const jsx: typeof create = (type, props, key) => create(type, withVisibleText(props), key);

/** The variant for elements with several children. */
export const jsxs: typeof create = (type, props, key) => createWithMany(type, withVisibleText(props), key);
