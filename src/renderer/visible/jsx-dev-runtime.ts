import { jsxDEV as create, Fragment } from 'react/jsx-dev-runtime';
import { withVisibleText } from './withVisibleText.ts';

export type { JSX } from 'react/jsx-dev-runtime';
export { Fragment };

/** The development variant of `jsx` in `jsx-runtime.ts`. */
export const jsxDEV: typeof create = (type, props, ...rest) => create(type, withVisibleText(props), ...rest);
