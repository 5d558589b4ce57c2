import { asAppError } from './client.ts';
import { showError } from './notices.ts';

/** Does the work of an action and shows its error above the screen. Returns true if there was none. */
export async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    showError(asAppError(error));
    return false;
  }
}
