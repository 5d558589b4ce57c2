import { createCommands } from './commands.ts';
import type { Terminal } from './terminal.ts';

/** Setting a timer to more milliseconds makes it fire at once. */
const longestDelay = 2 ** 31 - 1;

/** Runs the command of a terminal as this process, which has its exit code and lasts exactly as long as the command. */
export async function runProgram(terminal: Terminal): Promise<void> {
  // Otherwise Node ends the process with exit code 13 while a command waits only for what does not keep it running, such
  // as a thread that is idle.
  const running = setInterval(() => undefined, longestDelay);
  try {
    process.exitCode = await createCommands(terminal).run();
  } finally {
    clearInterval(running);
  }
}
