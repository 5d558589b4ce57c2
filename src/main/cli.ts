import { createCommands } from './cli/commands.ts';
import { writeOut } from './cli/terminal.ts';

// The reader may stop early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});
process.exitCode = await createCommands({
  argv: process.argv,
  stdin: process.stdin,
  out: (text) => process.stdout.write(text),
  outData: writeOut,
  isScreen: process.stdout.isTTY,
  err: (text) => process.stderr.write(text),
  environment: process.env,
}).run();
