#!/usr/bin/env node
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { endWithNpm, ensureBuilt, ensureRuntime, root } from './runtime.mjs';

endWithNpm();
await ensureRuntime(import.meta.url);
ensureBuilt();
await import(pathToFileURL(join(root, 'out', 'main', 'cli.js')).href);
