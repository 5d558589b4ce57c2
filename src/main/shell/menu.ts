import type { MenuItemConstructorOptions } from 'electron';
import type { MenuCommand } from '../../shared/commands/commands.ts';
import { type ChosenKeys, keysOf, toAccelerator } from '../../shared/commands/shortcuts.ts';
import { t } from '../../shared/i18n/i18n.ts';

/** The native menu; `send` sends a command to the active window, `shortcuts` are the keys that the user chose. */
export function menuTemplate(parts: {
  platform: NodeJS.Platform;
  shortcuts: ChosenKeys;
  send: (command: MenuCommand) => void;
  openWindow: () => void;
}): MenuItemConstructorOptions[] {
  const mac = parts.platform === 'darwin';
  const item = (command: MenuCommand): MenuItemConstructorOptions => {
    const [keys] = keysOf(command, parts.shortcuts, 'electron');
    const accelerator = keys === undefined ? null : toAccelerator(keys);
    return {
      id: command,
      label: t(`commands.name.${command}`),
      ...(accelerator === null ? {} : { accelerator }),
      click: () => parts.send(command),
    };
  };
  const settings = item('go-settings');
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  const file: MenuItemConstructorOptions[] = [
    item('new-article'),
    { label: t('menu.newWindow'), accelerator: 'CmdOrCtrl+Shift+N', click: parts.openWindow },
    separator,
    item('import'),
    item('save'),
    item('send'),
    separator,
    { role: 'close', label: t('menu.closeWindow') },
    ...(mac ? [] : [separator, settings, separator, { role: 'quit' as const, label: t('menu.quit') }]),
  ];
  return [
    ...(mac ? [macMenu(settings, separator)] : []),
    { label: t('menu.file'), submenu: file },
    { label: t('menu.edit'), submenu: editMenu(item('undo'), item('palette'), item('search'), separator) },
    {
      label: t('menu.view'),
      submenu: [
        item('go-drafts'),
        item('go-uploads'),
        item('go-journals'),
        item('go-update-requests'),
        item('go-search'),
        item('go-compliance'),
        item('go-overview'),
        item('go-watch'),
        separator,
        { role: 'resetZoom', label: t('menu.actualSize') },
        { role: 'zoomIn', label: t('menu.zoomIn') },
        { role: 'zoomOut', label: t('menu.zoomOut') },
        { role: 'togglefullscreen', label: t('menu.fullScreen') },
      ],
    },
    {
      label: t('menu.window'),
      role: 'window',
      submenu: [
        { role: 'minimize', label: t('menu.minimize') },
        { role: 'reload', label: t('menu.reload') },
        { role: 'toggleDevTools', label: t('menu.developerTools') },
      ],
    },
    { label: t('menu.help'), role: 'help', submenu: [item('help'), item('save-diagnostics')] },
  ];
}

function macMenu(
  settings: MenuItemConstructorOptions,
  separator: MenuItemConstructorOptions,
): MenuItemConstructorOptions {
  return {
    label: t('menu.colophon'),
    submenu: [
      { role: 'about', label: t('menu.about') },
      separator,
      settings,
      separator,
      { role: 'hide', label: t('menu.hide') },
      { role: 'hideOthers', label: t('menu.hideOthers') },
      { role: 'unhide', label: t('menu.showAll') },
      separator,
      { role: 'quit', label: t('menu.quit') },
    ],
  };
}

function editMenu(
  undo: MenuItemConstructorOptions,
  palette: MenuItemConstructorOptions,
  search: MenuItemConstructorOptions,
  separator: MenuItemConstructorOptions,
): MenuItemConstructorOptions[] {
  return [
    undo,
    { role: 'redo', label: t('menu.redo') },
    separator,
    { role: 'cut', label: t('menu.cut') },
    { role: 'copy', label: t('menu.copy') },
    { role: 'paste', label: t('menu.paste') },
    { role: 'selectAll', label: t('menu.selectAll') },
    separator,
    search,
    palette,
  ];
}
