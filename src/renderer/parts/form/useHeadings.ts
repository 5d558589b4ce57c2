import { useMedia } from '../theme.ts';

/** The levels of the form's headings: beside the list the page's own heading is the list's, else it is the article's. */
export function useHeadings(): { title: 'h1' | 'h2'; section: 'h2' | 'h3' } {
  const isBeside = useMedia('(min-width: 1000px)');
  return isBeside ? { title: 'h2', section: 'h3' } : { title: 'h1', section: 'h2' };
}
