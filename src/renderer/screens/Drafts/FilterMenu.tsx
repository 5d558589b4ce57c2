import {
  Menu,
  MenuButton,
  MenuItemCheckbox,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import { t } from '../../../shared/i18n/i18n.ts';
import { formatNumber } from '../../state/format.ts';

const useStyles = makeStyles({
  popover: { maxHeight: '60vh', overflowY: 'auto', maxWidth: '24rem' },
  count: { fontVariantNumeric: 'tabular-nums' },
  button: { fontWeight: tokens.fontWeightRegular },
});

/** One filter: its options, with the number of drafts that each would leave. `isMany`: several can be chosen. */
export function FilterMenu(props: {
  label: string;
  isMany: boolean;
  chosen: readonly string[];
  options: readonly { value: string; label: string; count: number }[];
  onChange: (values: string[]) => void;
}) {
  const styles = useStyles();
  const { chosen, isMany } = props;
  return (
    <Menu
      persistOnItemClick={isMany}
      checkedValues={{ filter: [...chosen] }}
      onCheckedValueChange={(_, { checkedItems }) =>
        props.onChange(isMany ? checkedItems : checkedItems.filter((value) => !chosen.includes(value)))
      }
    >
      <MenuTrigger disableButtonEnhancement>
        <MenuButton size="small" appearance="subtle" className={styles.button}>
          {props.label}
        </MenuButton>
      </MenuTrigger>
      <MenuPopover className={styles.popover}>
        <MenuList>
          {props.options.length === 0 && (
            <MenuItemCheckbox name="none" value="none" disabled>
              {t('drafts.filter.nothing')}
            </MenuItemCheckbox>
          )}
          {props.options.map(({ value, label, count }) => (
            <MenuItemCheckbox
              key={value}
              name="filter"
              value={value}
              secondaryContent={<span className={styles.count}>{formatNumber(count)}</span>}
            >
              {label}
            </MenuItemCheckbox>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
