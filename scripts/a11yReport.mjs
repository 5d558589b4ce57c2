// npm run a11y:report: prints every control of each screen as a screen reader announces it, one per line.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureRuntime, root } from './runtime.mjs';

await ensureRuntime(import.meta.url);
const { reportControls } = await import(pathToFileURL(join(root, 'test', 'e2e', 'a11yReport.ts')).href);
const text = await reportControls();
const [file] = process.argv.slice(2);
if (file) writeFileSync(file, text);
else process.stdout.write(text);
