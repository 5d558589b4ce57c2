import type { ZodError, ZodType } from 'zod';
import { type Answer, type CallName, calls, type Handlers } from '../../shared/contract/contract.ts';
import { AppError } from '../../shared/errors.ts';
import { type Message, msg } from '../../shared/message.ts';
import { isPlainData } from '../../shared/nesting.ts';
import { fail } from '../platform/failures.ts';
import type { Log } from '../platform/log.ts';
import { type ReadAnswer, readAnswer } from './readAnswer.ts';

/** More values than any call needs: a selection has up to 200,000 drafts. */
const maxValues = 500_000;
/** The caller chooses the name of a field, so its length is limited. */
const maxFieldLength = 200;

export type Dispatch = (name: unknown, input: unknown) => Promise<Answer>;

/**
 * The only entry point to the application: validates the name (own keys of the contract only) and the input, runs the
 * handler, and always returns the same form of result. It never rejects.
 */
export function createDispatch(handlers: Handlers, log: Pick<Log, 'error'>): Dispatch {
  return async (name, input) => {
    try {
      const { value, leftOut, problem } = await run(handlers, name, input);
      if (leftOut === 0) return { ok: true, value };
      log.error('call.unreadable', { call: name, rows: leftOut, problem });
      return { ok: true, value, leftOut };
    } catch (error) {
      return { ok: false, error: explain(error, name, log).toWire() };
    }
  };
}

async function run(handlers: Handlers, name: unknown, input: unknown): Promise<ReadAnswer> {
  if (!isCallName(name)) {
    throw fail('shell.unknownCall');
  }
  if (!isPlainData(input, maxValues)) throw unreadable('', msg('shell.input.whole'));
  const { input: inputSchema, output: outputSchema }: { input: ZodType; output: ZodType } = calls[name];
  const read = inputSchema.safeParse(input);
  if (!read.success) throw misfit(read.error);
  // The table pairs each name with its own input; TypeScript cannot follow a name that is known only at run time.
  const handler = handlers[name] as (data: unknown) => unknown;
  return readAnswer(outputSchema, await handler(read.data));
}

export function isCallName(name: unknown): name is CallName {
  return typeof name === 'string' && Object.hasOwn(calls, name);
}

function misfit(error: ZodError): AppError {
  const issue = error.issues[0];
  const field = issue?.path.map(String).join('.').slice(0, maxFieldLength) ?? '';
  return unreadable(
    issue?.message ?? '',
    field ? msg('shell.input.field', { field }) : msg('shell.input.whole'),
  );
}

function unreadable(details: string, message: Message): AppError {
  return new AppError('input', message, {
    why: msg('shell.input.why'),
    fix: msg('shell.input.fix'),
    details,
  });
}

function explain(error: unknown, name: unknown, log: Pick<Log, 'error'>): AppError {
  if (error instanceof AppError) {
    if (error.code === 'unreadable') log.error('call.unreadable', { call: name, problem: error.details });
    return error;
  }
  log.error('call.bug', { call: name, error });
  return fail('shell.bug');
}
