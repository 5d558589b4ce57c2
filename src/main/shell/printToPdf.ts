import { randomUUID } from 'node:crypto';
import type { BrowserWindow } from 'electron';
import { styleSources } from '../platform/styleSources.ts';
import { reportAddress } from './addresses.ts';
import type { ElectronParts } from './electronParts.ts';
import { commonHeaders } from './page.ts';

/** Makes PDFs of invisible pages. */
export interface Printer {
  /** The PDF of a self-contained HTML page; no script in it runs, and nothing outside is loaded. */
  print(html: string): Promise<Uint8Array>;
  /** The page at an address, while it is being printed. */
  page(address: string): Response | null;
  /** Returns true if a window belongs to a page being printed. */
  isPrinting(window: BrowserWindow | null): boolean;
}

/** How long printing may take, in milliseconds. */
const timeoutMs = 120_000;

/** Headers of a printed page: only the style sheets in it are allowed, by their hashes. */
export function reportHeaders(html: string): Record<string, string> {
  return {
    ...commonHeaders,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src ${styleSources(html)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'cache-control': 'no-store',
  };
}

/** Creates the printer. Pages are served at their own addresses, because a data URL cannot be long. */
export function createPrinter({ BrowserWindow }: Pick<ElectronParts, 'BrowserWindow'>): Printer {
  const pages = new Map<string, string>();
  const printing = new Set<BrowserWindow>();
  return {
    page: (address) => {
      const html = pages.get(address);
      return html === undefined ? null : new Response(html, { headers: reportHeaders(html) });
    },
    isPrinting: (window) => window !== null && printing.has(window),
    async print(html) {
      const address = `${reportAddress}${randomUUID()}`;
      const window = new BrowserWindow({
        show: false,
        webPreferences: {
          sandbox: true,
          contextIsolation: true,
          nodeIntegration: false,
          webviewTag: false,
          spellcheck: false,
          javascript: false,
        },
      });
      printing.add(window);
      pages.set(address, html);
      const { promise: trouble, reject } = Promise.withResolvers<never>();
      const timer = setTimeout(() => reject(new Error('Printing took too long.')), timeoutMs);
      window.webContents.once('render-process-gone', () =>
        reject(new Error('The page to print broke down.')),
      );
      const print = async () => {
        await window.loadURL(address);
        return window.webContents.printToPDF({ preferCSSPageSize: true, generateTaggedPDF: true });
      };
      try {
        return await Promise.race([print(), trouble]);
      } finally {
        clearTimeout(timer);
        pages.delete(address);
        if (!window.isDestroyed()) window.destroy();
        printing.delete(window);
      }
    },
  };
}
