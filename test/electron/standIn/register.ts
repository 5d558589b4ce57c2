import { registerHooks } from 'node:module';

// Preloaded (`node --import`) into the process that runs the built main: `electron` becomes the stand-in.
registerHooks({
  resolve(specifier, context, next) {
    if (specifier !== 'electron') return next(specifier, context);
    return { url: new URL('./electron.ts', import.meta.url).href, shortCircuit: true };
  },
});
