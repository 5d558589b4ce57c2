import { inject, vi } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** From StrykerJS: the mutant of this run, and whether it must already be active while modules are loaded. */
    activeMutant?: string;
    mutantActivation?: 'static' | 'runtime';
  }
}

declare global {
  var __stryker__: { activeMutant?: string | undefined; modulesOf?: string | undefined };
}

// The thread has run other mutants before, and modules can keep what those have done to them.
const mutant = inject('activeMutant');
if (globalThis.__stryker__.modulesOf !== mutant) {
  vi.resetModules();
  globalThis.__stryker__.modulesOf = mutant;
}
if (inject('mutantActivation') !== 'static') globalThis.__stryker__.activeMutant = undefined;
