/** The variables that a process started by a test needs: the search path, and how its program is loaded. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE, COLOPHON_TEST_BUILT } = process.env;
  return {
    PATH,
    // Without it, each start strips the types of hundreds of source files.
    ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}),
    ...(COLOPHON_TEST_BUILT ? { COLOPHON_TEST_BUILT } : {}),
  };
}
