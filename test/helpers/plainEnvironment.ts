/**
 * The search path and the folder of compiled code: all that a process started by a test needs of the environment.
 * Without that folder, each start strips the types of hundreds of source files.
 */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { PATH, ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}) };
}
