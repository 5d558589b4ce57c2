import { Button } from '@fluentui/react-components';
import { type ReactNode, useCallback, useState } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';
import { formatNumber } from '../../state/format.ts';

/** How many rows of a long list to render, and a button that shows the others: a record may have thousands. */
export function useFirstRows({
  total,
  atFirst,
  textKey = 'article.other.showAll',
}: {
  total: number;
  atFirst: number;
  textKey?: 'article.other.showAll' | 'article.authors.showAll';
}): { count: number; showAll: () => void; button: ReactNode } {
  const [isAll, setAll] = useState(false);
  const showAll = useCallback(() => setAll(true), []);
  const count = isAll ? total : Math.min(total, atFirst);
  const button = count < total && (
    <Button size="small" onClick={showAll}>
      {t(textKey, { count: total, n: formatNumber(total) })}
    </Button>
  );
  return { count, showAll, button };
}
