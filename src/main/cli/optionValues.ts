import type { Command } from 'commander';
import { AppError } from '../../shared/errors.ts';
import { t } from '../../shared/i18n/i18n.ts';
import { type Message, msg } from '../../shared/message.ts';

/** Adds the option for how long the command may continue without progress at the directory. */
export function addWaitOption(command: Command): Command {
  return command.option('--wait <minutes>', t('cli.option.wait'), readMinutes, 10);
}

export function readPort(value: string): number {
  const port = Number(value);
  if (value.trim() === '' || !Number.isInteger(port) || port < 0 || port > 65535)
    throw usage(msg('cli.error.port', { value }));
  return port;
}

function readMinutes(value: string): number {
  const minutes = Number(value);
  if (!(minutes > 0 && minutes <= 1440)) throw usage(msg('cli.usage.minutes', { value }));
  return minutes;
}

/** How many articles may be sent without anybody watching. */
export function readLimit(value: string): number {
  const limit = Number(value);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100_000)
    throw usage(msg('cli.usage.limit', { value }));
  return limit;
}

export function oneOf(...allowed: string[]): (value: string) => string {
  return (value) => {
    if (!allowed.includes(value)) throw usage(msg('cli.error.oneOf', { value, allowed: allowed.join(', ') }));
    return value;
  };
}

export function usage(message: Message): AppError {
  return new AppError('input', message);
}

/** Options of `query` whose empty values are checked like any other: the directory takes an empty sort order and no empty page. */
const checkedByQuery = new Set(['sort', 'page', 'pageSize']);

/** An empty value, as of an unset variable in a script, must not be taken for the default; a username may be empty. */
export function refuseEmpty(command: Command): void {
  for (const [name, value] of Object.entries(command.opts())) {
    const isEmpty = [value].flat().some((one) => typeof one === 'string' && one.trim() === '');
    const option = command.options.find((one) => one.attributeName() === name);
    const mayBeEmpty = name === 'username' || (command.name() === 'query' && checkedByQuery.has(name));
    if (isEmpty && option && !mayBeEmpty) throw usage(msg('cli.usage.optionValue', { option: option.flags }));
  }
  for (const [index, argument] of command.registeredArguments.entries())
    if (!argument.variadic && command.args[index]?.trim() === '')
      throw usage(msg('cli.usage.argument', { name: argument.name() }));
}
