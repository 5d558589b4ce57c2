import { createCommands } from './cli/commands.ts';
import { processTerminal } from './cli/terminal.ts';

process.exitCode = await createCommands(processTerminal()).run();
