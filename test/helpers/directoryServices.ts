import { goodKey, startTestDirectory } from './testDirectory.ts';
import { openTestServices } from './testServices.ts';

/** The application with an account at a directory of its own; `end` stops both and removes the data folder. */
export async function openDirectoryServices() {
  const directory = await startTestDirectory();
  const services = await openTestServices({ directory: directory.directory, key: goodKey });
  return {
    ...services,
    directory,
    async end() {
      await services.close();
      services.remove();
      await directory.stop();
    },
  };
}

export type DirectoryServices = Awaited<ReturnType<typeof openDirectoryServices>>;
