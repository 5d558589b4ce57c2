import { msg } from '../message.ts';
import type { StartStep } from '../startSteps.ts';
import { describe } from './i18n.ts';

/** Names the steps of the start that were left out, and says what to do about it. */
export function unreadableSteps(steps: readonly StartStep[]): string {
  return describe(
    msg('frame.unreadable.steps', { steps: steps.map((step) => msg(`frame.unreadable.step.${step}`)) }),
  );
}
