import { makeStyles, Tab, TabList, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';

const useStyles = makeStyles({
  tabs: {
    flexShrink: 0,
    flexWrap: 'wrap',
    paddingInline: tokens.spacingHorizontalXS,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  panel: { display: 'flex', flexDirection: 'column', flexGrow: 1, minWidth: 0, minHeight: 0 },
});

/** Tabs, and below them the panel of the selected one; `name` makes their ids unique on the screen. */
export function TabbedPanel<T extends string>(props: {
  name: string;
  tabs: readonly { value: T; label: string }[];
  selected: T;
  onSelect: (value: T) => void;
  minHeight?: string;
  children: ReactNode;
}) {
  const styles = useStyles();
  const { name, selected } = props;
  return (
    <>
      <TabList
        size="small"
        className={styles.tabs}
        selectedValue={selected}
        onTabSelect={(_, { value }) => props.onSelect(value as T)}
      >
        {props.tabs.map(({ value, label }) => (
          <Tab key={value} value={value} id={`${name}-tab-${value}`} aria-controls={`${name}-panel`}>
            {label}
          </Tab>
        ))}
      </TabList>
      <div
        role="tabpanel"
        id={`${name}-panel`}
        aria-labelledby={`${name}-tab-${selected}`}
        className={styles.panel}
        style={{ minHeight: props.minHeight }}
      >
        {props.children}
      </div>
    </>
  );
}
