import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Terminal } from './terminal.ts';

/** A key or password: from a prompt without echo, or the first line of standard input. */
export async function readSecret(prompt: string, terminal: Terminal): Promise<string> {
  const text = terminal.stdin.isTTY ? await ask(prompt, terminal) : await firstLine(terminal.stdin);
  return text.trim();
}

async function ask(prompt: string, terminal: Terminal): Promise<string> {
  terminal.err(prompt);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: terminal.stdin, output: silent, terminal: true });
  // The prompt takes Ctrl C from the terminal, which would otherwise end the program.
  lines.on('SIGINT', () => {
    lines.close();
    process.kill(process.pid, 'SIGINT');
  });
  try {
    return await lines.question('');
  } catch (error) {
    // Ctrl D, which enters nothing.
    if (error instanceof Error && error.name === 'AbortError') return '';
    throw error;
  } finally {
    lines.close();
    terminal.err('\n');
  }
}

/** What a person types, which is shown; null if nobody is at the terminal to be asked. */
export async function readAnswer(prompt: string, { stdin, err }: Terminal): Promise<string | null> {
  if (!stdin.isTTY) return null;
  err(prompt);
  const lines = createInterface({ input: stdin });
  try {
    for await (const line of lines) return line.trim();
    return '';
  } finally {
    lines.close();
  }
}

async function firstLine(stdin: NodeJS.ReadStream): Promise<string> {
  let text = '';
  for await (const piece of stdin) text += String(piece);
  return text.split(/\r?\n/, 1)[0] ?? '';
}
