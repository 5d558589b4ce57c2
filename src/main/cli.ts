import { runProgram } from './cli/runProgram.ts';
import { processTerminal } from './cli/terminal.ts';

await runProgram(processTerminal());
