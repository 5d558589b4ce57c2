import type { ComponentType } from 'react';
import { addTexts } from '../../../shared/i18n/i18n.ts';
import type { AddedTexts } from '../../../shared/i18n/textFiles.ts';
import { type LazyComponent, lazy } from './lazy.tsx';

/** Like `lazy`, for a component with texts that the first screen does not load. */
export function lazyWithTexts<P extends object>(
  load: () => Promise<ComponentType<P>>,
  loadTexts: () => Promise<AddedTexts>,
): LazyComponent<P> {
  return lazy(async () => {
    const [component, texts] = await Promise.all([load(), loadTexts()]);
    await addTexts(texts);
    return component;
  });
}
