import { onTestFinished } from 'vitest';
import { type ApplicationWorld, openApplicationWorld } from './applicationWorld.ts';
import { openTestServices, type TestServices, type TestServicesOptions } from './testServices.ts';

/** Like `openTestServices`, closed and removed after the test. */
export async function openForTest(options: TestServicesOptions): Promise<TestServices> {
  return closedAfterTest(await openTestServices(options));
}

/** Like `openApplicationWorld`, closed and removed after the test. */
export async function openWorldForTest(options: TestServicesOptions): Promise<ApplicationWorld> {
  return closedAfterTest(await openApplicationWorld(options));
}

export function closedAfterTest<T extends Pick<TestServices, 'close' | 'remove'>>(services: T): T {
  onTestFinished(async () => {
    await services.close();
    services.remove();
  });
  return services;
}
