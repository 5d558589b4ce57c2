/** The parts of the process that a command uses. */
export interface Terminal {
  argv: string[];
  stdin: NodeJS.ReadStream;
  out: (text: string) => void;
  /** Prints the contents of a file, unchanged unless they go to a screen. */
  outData: (piece: string | Uint8Array) => void;
  /** The output is not redirected to a file or another program. */
  isScreen: boolean;
  err: (text: string) => void;
  environment: Record<string, string | undefined>;
}

/**
 * Exit codes: success; some records refused or failed; wrong usage; account or network problem; no progress for as long
 * as `--wait` allows; stopped by Ctrl C.
 */
export const exitCodes = { done: 0, refused: 1, usage: 2, account: 3, waited: 4, stopped: 130 } as const;
