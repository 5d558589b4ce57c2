import { useMedia } from '../../theme.ts';

/** The levels of the form's headings: beside a list, the list has the heading of the page. */
export function useHeadings(): { title: 'h1' | 'h2'; section: 'h2' | 'h3' } {
  const isBeside = useMedia('(min-width: 1000px)');
  return isBeside ? { title: 'h2', section: 'h3' } : { title: 'h1', section: 'h2' };
}
