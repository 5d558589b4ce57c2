import type { MenuItemConstructorOptions } from 'electron';
import type { EventData } from '../../shared/contract.ts';
import { t } from '../../shared/words.ts';

export type MenuCommand = EventData<'menu.command'>['command'];

/** The native menu; `send` carries a command to the window in front. */
export function menuTemplate(parts: {
  platform: NodeJS.Platform;
  send: (command: MenuCommand) => void;
  openWindow: () => void;
}): MenuItemConstructorOptions[] {
  const mac = parts.platform === 'darwin';
  const item = (label: string, accelerator: string, command: MenuCommand): MenuItemConstructorOptions => ({
    id: command,
    label,
    accelerator,
    click: () => parts.send(command),
  });
  const settings = item(t('menu.settings'), 'CmdOrCtrl+,', 'go-settings');
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  const file: MenuItemConstructorOptions[] = [
    item(t('menu.newArticle'), 'CmdOrCtrl+N', 'new-article'),
    { label: t('menu.newWindow'), accelerator: 'CmdOrCtrl+Shift+N', click: parts.openWindow },
    separator,
    item(t('menu.import'), 'CmdOrCtrl+O', 'import'),
    item(t('menu.save'), 'CmdOrCtrl+S', 'save'),
    item(t('menu.send'), 'CmdOrCtrl+Shift+Enter', 'send'),
    separator,
    { role: 'close', label: t('menu.closeWindow') },
    ...(mac ? [] : [separator, settings, separator, { role: 'quit' as const, label: t('menu.quit') }]),
  ];
  return [
    ...(mac ? [macMenu(settings, separator)] : []),
    { label: t('menu.file'), submenu: file },
    {
      label: t('menu.edit'),
      submenu: editMenu(
        item(t('menu.undo'), 'CmdOrCtrl+Z', 'undo'),
        item(t('menu.search'), 'CmdOrCtrl+F', 'search'),
        separator,
      ),
    },
    {
      label: t('menu.view'),
      submenu: [
        item(t('menu.drafts'), 'CmdOrCtrl+1', 'go-drafts'),
        item(t('menu.uploads'), 'CmdOrCtrl+2', 'go-uploads'),
        item(t('menu.journals'), 'CmdOrCtrl+3', 'go-journals'),
        item(t('menu.updateRequests'), 'CmdOrCtrl+4', 'go-update-requests'),
        item(t('menu.directorySearch'), 'CmdOrCtrl+5', 'go-search'),
        item(t('menu.compliance'), 'CmdOrCtrl+6', 'go-compliance'),
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
  ];
}
