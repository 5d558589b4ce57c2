import { onTestFinished } from 'vitest';
import { type ApplicationWorld, openApplicationWorld } from './applicationWorld.ts';

/** Like `openApplicationWorld`, closed and removed after the test. */
export async function openWorldForTest(
  options: Parameters<typeof openApplicationWorld>[0],
): Promise<ApplicationWorld> {
  const world = await openApplicationWorld(options);
  onTestFinished(async () => {
    await world.close();
    world.remove();
  });
  return world;
}
