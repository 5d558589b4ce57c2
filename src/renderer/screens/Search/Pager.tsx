import { Button, Label, makeStyles, Select, Text, tokens } from '@fluentui/react-components';
import {
  ChevronDoubleLeftRegular,
  ChevronDoubleRightRegular,
  ChevronLeftRegular,
  ChevronRightRegular,
} from '@fluentui/react-icons';
import { type ReactElement, useId } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';
import type { SearchPage } from '../../../shared/search/searching.ts';
import { thinLine, wrappingRow } from '../../parts/commonStyles.ts';
import { formatNumber } from '../../state/format.ts';
import { askAgain } from '../../state/searches.ts';
import { pageSizes, placesOf } from './placesOf.ts';

const useStyles = makeStyles({
  bar: {
    ...wrappingRow,
    flexShrink: 0,
    gap: tokens.spacingHorizontalXS,
    paddingBlock: tokens.spacingVerticalXS,
    paddingInline: tokens.spacingHorizontalM,
    borderTop: thinLine,
  },
  place: { fontVariantNumeric: 'tabular-nums', paddingInline: tokens.spacingHorizontalXS },
  space: { flexGrow: 1 },
});

/** Pages through the results as far as the directory allows. */
export function Pager({ result }: { result: SearchPage }) {
  const styles = useStyles();
  const id = useId();
  const { page, pageSize } = result;
  const { pages } = placesOf(result);
  const step = (icon: ReactElement, name: string, to: number) => (
    <Button
      size="small"
      appearance="subtle"
      icon={icon}
      aria-label={name}
      title={name}
      disabledFocusable={to < 1 || to > pages || to === page}
      onClick={() => void askAgain({ page: to })}
    />
  );
  return (
    <nav className={styles.bar} aria-label={t('search.pager.label')}>
      {step(<ChevronDoubleLeftRegular />, t('search.pager.first'), 1)}
      {step(<ChevronLeftRegular />, t('search.pager.previous'), page - 1)}
      <Text className={styles.place}>
        {t('search.pager.place', { page: formatNumber(page), pages: formatNumber(Math.max(1, pages)) })}
      </Text>
      {step(<ChevronRightRegular />, t('search.pager.next'), page + 1)}
      {step(<ChevronDoubleRightRegular />, t('search.pager.last'), pages)}
      <span className={styles.space} />
      <Label htmlFor={id} size="small">
        {t('search.pager.size')}
      </Label>
      <Select
        id={id}
        size="small"
        value={String(pageSize)}
        onChange={(_, { value }) => void askAgain({ pageSize: Number(value) })}
      >
        {pageSizes.map((size) => (
          <option key={size} value={String(size)}>
            {formatNumber(size)}
          </option>
        ))}
      </Select>
    </nav>
  );
}
