import { jsxDEV as create, Fragment } from 'react/jsx-dev-runtime';
import { withVisibleText } from './withVisibleText.ts';

export type { JSX } from 'react/jsx-dev-runtime';
export { Fragment };

/** What `jsx` of `jsx-runtime.ts` is to builds, for what runs from the sources. */
export const jsxDEV: typeof create = (type, props, ...rest) => create(type, withVisibleText(props), ...rest);
