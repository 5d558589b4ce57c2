import { create } from 'zustand';

/** How many rows the last answer of each call left out because they cannot be read (`Answer.leftOut`). */
export const useLeftOut = create<{ calls: Readonly<Record<string, number>> }>(() => ({ calls: {} }));

export function noteLeftOut(call: string, rows: number): void {
  const { calls } = useLeftOut.getState();
  if ((calls[call] ?? 0) === rows) return;
  useLeftOut.setState({ calls: { ...calls, [call]: rows } });
}
