import { runProgram } from './cli/runProgram.ts';
import { processTerminal } from './cli/terminal.ts';

const [program = '', file = '', ...options] = process.argv;
await runProgram(processTerminal([program, file, 'serve', ...options]));
