import { asAppError } from './data/client.ts';
import { showError } from './dialogs/notices.ts';

/** Runs an action and shows its error, if any, above the screen. Returns true if it succeeded. */
export async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    showError(asAppError(error));
    return false;
  }
}
