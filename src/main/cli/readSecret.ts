import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Terminal } from './terminal.ts';

/** A key or password exactly as given: at a prompt without echo, or as the first line of standard input. */
export function readSecret(prompt: string, terminal: Terminal): Promise<string> {
  return terminal.stdin.isTTY ? ask(prompt, terminal) : firstLine(terminal.stdin);
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
  // Whoever writes it may leave the pipe open.
  for await (const piece of stdin.setEncoding('utf8')) {
    text += piece;
    if (text.includes('\n')) break;
  }
  return text.split(/\r?\n/, 1)[0] ?? '';
}
