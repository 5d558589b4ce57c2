import { Button, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { MoreHorizontalRegular } from '@fluentui/react-icons';

/** A button with three dots that opens a menu of actions. */
export function MoreMenu(props: { label: string; items: readonly { label: string; run: () => void }[] }) {
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Button size="small" appearance="subtle" icon={<MoreHorizontalRegular />} aria-label={props.label} />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {props.items.map(({ label, run }) => (
            <MenuItem key={label} onClick={run}>
              {label}
            </MenuItem>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
