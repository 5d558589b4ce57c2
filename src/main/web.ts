import { createCommands } from './cli/commands.ts';
import { writeOut } from './cli/terminal.ts';

process.exitCode = await createCommands({
  argv: [...process.argv.slice(0, 2), 'serve', ...process.argv.slice(2)],
  stdin: process.stdin,
  out: (text) => process.stdout.write(text),
  outData: writeOut,
  isScreen: process.stdout.isTTY,
  err: (text) => process.stderr.write(text),
  environment: process.env,
}).run();
