import { createCommands } from './cli/commands.ts';
import { processTerminal } from './cli/terminal.ts';

const [program = '', file = '', ...options] = process.argv;
process.exitCode = await createCommands(processTerminal([program, file, 'serve', ...options])).run();
