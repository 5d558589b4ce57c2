import { AppError } from '../errors.ts';
import { msg } from '../message.ts';

/** Where the office's database is, and the name of this person there. */
export interface OfficeAddress {
  host: string;
  port: number;
  database: string;
  user: string;
  /** The file with the certificate of the authority that signed the server's; null: one that this computer trusts. */
  certificateFile: string | null;
  /** True if the connection may be unencrypted, because it does not leave this computer. */
  isThisComputer: boolean;
}

export const officeAddressExample = 'postgres://anna@db.example.org/office';

/** Parses `postgres://name@host:port/database?sslrootcert=file`; throws AppError `input`. */
export function parseOfficeAddress(text: string): OfficeAddress & { password: string | null } {
  const url = URL.parse(text.trim());
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || url.hostname === '') throw invalid('form');
  const database = decode(url.pathname.slice(1));
  const user = decode(url.username);
  if (database === '' || database.includes('/') || user === '') throw invalid('form');
  for (const [name, value] of url.searchParams) {
    if (name === 'sslmode' && value !== 'verify-full') throw invalid('mode');
    if (name !== 'sslmode' && name !== 'sslrootcert') throw invalid('option');
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return {
    host,
    port: url.port === '' ? 5432 : Number(url.port),
    database,
    user,
    certificateFile: url.searchParams.get('sslrootcert'),
    isThisComputer: isThisComputer(url.hostname),
    password: url.password === '' ? null : decode(url.password),
  };
}

/** The address as it is stored and shown: without a password. */
export function writeOfficeAddress({ host, port, database, user, certificateFile }: OfficeAddress): string {
  const place = host.includes(':') ? `[${host}]` : host;
  const query = certificateFile === null ? '' : `?sslrootcert=${encodeURIComponent(certificateFile)}`;
  const end = port === 5432 ? '' : `:${port}`;
  return `postgres://${encodeURIComponent(user)}@${place}${end}/${encodeURIComponent(database)}${query}`;
}

/** Only in web addresses does the parser check and normalise the host: 127.999.1.1 is a name, which anybody may own. */
function isThisComputer(hostname: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(URL.parse(`http://${hostname}`)?.hostname ?? '');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalid('form');
  }
}

function invalid(kind: 'form' | 'mode' | 'option'): AppError {
  return new AppError('input', msg(`office.error.address.${kind}`), {
    fix: msg('office.error.address.fix', { example: officeAddressExample }),
  });
}
