import type { ComponentType } from 'react';
import type { LazyComponent } from './lazy.tsx';
import { lazyWithTexts } from './lazyWithTexts.ts';

/** Like `lazy`, for a part that shows texts of the office. */
export function lazyInOffice<P extends object>(load: () => Promise<ComponentType<P>>): LazyComponent<P> {
  return lazyWithTexts(load, async () => (await import('../../state/data/officeTexts.ts')).officeTexts);
}
