import { keepCompiled } from './platform/keepCompiled.ts';

keepCompiled();
const { runProgram } = await import('./cli/runProgram.ts');
const { processTerminal } = await import('./cli/terminal.ts');
const [program = '', file = '', ...options] = process.argv;
await runProgram(processTerminal([program, file, 'serve', ...options]));
