#!/usr/bin/env node
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, ensureRuntime, root } from './runtime.mjs';

await ensureRuntime(import.meta.url);
ensureBuilt();
await import(pathToFileURL(join(root, 'out', 'main', 'cli.js')).href);
