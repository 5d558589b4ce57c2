import { createCommands } from './cli/commands.ts';

process.exitCode = await createCommands({
  argv: process.argv,
  stdin: process.stdin,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  environment: process.env,
}).run();
