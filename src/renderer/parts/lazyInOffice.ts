import type { ComponentType } from 'react';
import { addOfficeTexts } from '../state/addOfficeTexts.ts';
import { type LazyComponent, lazy } from './lazy.tsx';

/** Like `lazy`, for a part that shows texts of the office. */
export function lazyInOffice<P extends object>(load: () => Promise<ComponentType<P>>): LazyComponent<P> {
  return lazy(async () => {
    const [part] = await Promise.all([load(), addOfficeTexts()]);
    return part;
  });
}
