/**
 * The value of a JSON column. For text that is no JSON it is undefined, whatever its type says: one such row must not
 * keep the others from being read. What is answered to a window is checked once more (`shell/readAnswer.ts`).
 */
export function storedJson<T>(text: string): T {
  try {
    return JSON.parse(text) as T;
  } catch {
    return undefined as T;
  }
}
