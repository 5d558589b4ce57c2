import { ProgressBar, type ProgressBarProps } from '@fluentui/react-components';
import { useMedia } from './theme.ts';

/**
 * A bar for how far something is. Without a value it stands still if the user asks for stillness: Fluent's own would pulse
 * without end, and no style sheet can stop that.
 */
export function Bar(props: ProgressBarProps) {
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  return <ProgressBar {...(isStill && { indeterminateMotion: null })} {...props} />;
}
