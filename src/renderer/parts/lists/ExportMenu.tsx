import { Button, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons';
import type { CallOutput } from '../../../shared/contract/contract.ts';
import { saveFile } from '../saveFile.ts';
import { useAction } from '../useAction.ts';

type ExportedFile = Pick<CallOutput<'matrix.export'>, 'name' | 'type' | 'text'>;

/** A button that offers to save a list as CSV or JSON. */
export function ExportMenu<T extends ExportedFile>(props: {
  label: string;
  busyLabel?: string;
  csv: string;
  json: string;
  size?: 'small' | 'medium';
  fetchFile: (format: 'csv' | 'json') => Promise<T>;
  onSaved?: (file: T) => void;
  /** More ways to export, listed below. */
  more?: readonly { label: string; run: () => void }[];
}) {
  const { label, busyLabel = label } = props;
  const { run, isBusy } = useAction(async (format: 'csv' | 'json') => {
    const file = await props.fetchFile(format);
    saveFile(file.name, new Blob([file.text], { type: file.type }));
    props.onSaved?.(file);
  });
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Button size={props.size} icon={<ArrowDownloadRegular />} disabledFocusable={isBusy}>
          {isBusy ? busyLabel : label}
        </Button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuItem onClick={() => run('csv')}>{props.csv}</MenuItem>
          <MenuItem onClick={() => run('json')}>{props.json}</MenuItem>
          {props.more?.map((way) => (
            <MenuItem key={way.label} onClick={way.run}>
              {way.label}
            </MenuItem>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
