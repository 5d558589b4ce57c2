// npm run docs:cli: writes docs/cli.md from the help of the command line.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureRuntime, root } from './runtime.mjs';

await ensureRuntime(import.meta.url);
const { cliReference } = await import('../src/main/cli/commands/reference.ts');
const { addMainTexts } = await import('../src/shared/i18n/mainTexts.ts');
await addMainTexts();
writeFileSync(join(root, 'docs', 'cli.md'), cliReference());
