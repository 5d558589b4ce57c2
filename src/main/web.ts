import { keepCompiled } from './platform/keepCompiled.ts';
import { startSmall } from './platform/smallStart.ts';

startSmall();
keepCompiled();
const { runProgram } = await import('./cli/runProgram.ts');
const { processTerminal } = await import('./cli/terminal.ts');
const [program = '', file = '', ...options] = process.argv;
await runProgram(processTerminal([program, file, 'serve', ...options]));
