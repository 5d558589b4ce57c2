import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import {
  databaseSql,
  endingSql,
  hardeningSql,
  rolesSql,
  tablesSql,
  timeoutsSql,
} from '../../src/main/office/schema/officeRoles.ts';

/** The folder of the newest PostgreSQL's programs, as Debian installs them; null if there is none. */
export const postgresPrograms = findPrograms();

/** The options of tests with PostgreSQL, which wait for several processes: without it they are skipped with the reason. */
export const withPostgres =
  postgresPrograms === null
    ? { skip: true, meta: { reason: 'missing: sudo apt-get install -y postgresql' } }
    : { timeout: 300_000 };

function findPrograms(): string | null {
  const versions = '/usr/lib/postgresql';
  if (!existsSync(versions)) return null;
  const newest = readdirSync(versions)
    .map(Number)
    .filter((version) => version >= 14)
    .sort((a, b) => b - a)[0];
  return newest === undefined ? null : join(versions, String(newest), 'bin');
}

export type PostgresCluster = Awaited<ReturnType<typeof startPostgres>>;

/** A PostgreSQL of its own in a temporary folder below `parent`, with TLS by an authority of its own, and the role for editors. */
export async function startPostgres({ parent = tmpdir(), settings = '' } = {}) {
  if (postgresPrograms === null) throw new Error('PostgreSQL is not installed.');
  const programs = postgresPrograms;
  const folder = mkdtempSync(join(parent, 'colophon-postgres-'));
  // The path of a socket may have 107 bytes.
  const sockets = mkdtempSync(join(tmpdir(), 'postgres-'));
  const data = join(folder, 'data');
  const port = await freePort();
  // PostgreSQL refuses to run as root.
  const owner = process.getuid?.() === 0 ? 'postgres' : null;
  const run = (program: string, ...args: string[]) => {
    const command = [join(programs, program), ...args];
    const [first = '', ...rest] = owner === null ? command : ['runuser', '-u', owner, '--', ...command];
    // `runuser` is where a user's own PATH may not lead.
    const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` };
    execFileSync(first, rest, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  };
  const certificates = createCertificates(folder);
  if (owner !== null) giveTo(owner, folder, sockets);
  run('initdb', '-D', data, '-U', 'admin', '--auth=trust', '--encoding=UTF8', '--no-sync', '--locale=C');
  appendFileSync(join(data, 'postgresql.conf'), settingsOf({ folder, sockets, port }) + settings);
  writeFileSync(join(data, 'pg_hba.conf'), accessRules);
  const start = () => run('pg_ctl', '-D', data, '-w', '-t', '60', '-l', join(folder, 'log'), 'start');
  const stop = (mode: 'fast' | 'immediate' = 'fast') => run('pg_ctl', '-D', data, '-m', mode, '-w', 'stop');
  start();

  function isRunning(): boolean {
    try {
      run('pg_ctl', '-D', data, 'status');
      return true;
    } catch {
      return false;
    }
  }

  /** Runs a statement as the administrator, over the local socket. */
  async function sql<R extends pg.QueryResultRow = pg.QueryResultRow>(
    database: string,
    text: string,
    values: unknown[] = [],
  ): Promise<R[]> {
    const client = new pg.Client({ host: sockets, port, user: 'admin', database });
    // The server may be killed meanwhile, which the statement reports.
    client.on('error', () => undefined);
    await client.connect();
    try {
      const { rows } = await client.query<R>(text, values);
      return rows;
    } finally {
      await client.end();
    }
  }
  await sql('postgres', rolesSql);
  let made = 0;

  return {
    folder,
    port,
    /** A name of this computer that is not known to be its own. */
    hostname: hostname(),
    ...certificates,
    sql,
    start,
    stop,
    /** `kill -9` of the server. */
    kill(): void {
      const [pid] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
      process.kill(Number(pid), 'SIGKILL');
    },
    /** Starts the server unless it runs; after `kill -9`, its processes may need a moment to end. */
    async revive(): Promise<void> {
      for (let left = 30; !isRunning(); left--) {
        try {
          start();
        } catch (error) {
          if (left === 0) throw error;
          await pause(500);
        }
      }
    },
    /** Creates a database, a copy of `template` if given, and returns its name. */
    async createDatabase(template?: string): Promise<string> {
      const name = `office_${++made}`;
      await sql('postgres', `CREATE DATABASE ${name}${template ? ` TEMPLATE ${template}` : ''}`);
      return name;
    },
    /** Creates the role of a person, whose password is `passwordOf(person)`. */
    async addPerson(person: string): Promise<void> {
      await sql(
        'postgres',
        `CREATE ROLE "${person}" LOGIN PASSWORD '${passwordOf(person)}' IN ROLE colophon_editors; ${timeoutsSql(person)}`,
      );
    },
    /** Creates the tables of an office, which this person may create. */
    async prepareOffice(database: string, creator = 'anna'): Promise<void> {
      await sql(database, databaseSql(database));
      await sql(database, tablesSql());
      await sql(database, hardeningSql);
      await sql(database, endingSql);
      await sql(database, 'INSERT INTO colophon.creators (person) VALUES ($1)', [creator]);
    },
    passwordOf,
    /** The address of a database for a person, with TLS unless it is plain. */
    address: (person: string, database: string, { host = 'localhost', isPlain = false } = {}) =>
      `postgres://${person}@${host}:${port}/${database}${isPlain ? '' : `?sslrootcert=${encodeURIComponent(certificates.authority)}`}`,
    /** Runs a script as the administrator, or another one with a password, statement by statement. */
    psql: (database: string, script: string, user = 'admin'): string =>
      execFileSync(
        join(programs, 'psql'),
        ['-qtA', '-h', user === 'admin' ? sockets : '127.0.0.1', '-p', String(port), '-U', user, database],
        {
          input: script,
          encoding: 'utf8',
          stdio: ['pipe', 'pipe', 'pipe'],
          env: { ...process.env, PGPASSWORD: passwordOf(user) },
        },
      ),
    dump: (database: string): string =>
      execFileSync(join(programs, 'pg_dump'), ['-h', sockets, '-p', String(port), '-U', 'admin', database], {
        encoding: 'utf8',
        maxBuffer: 1e9,
      }),
    /** Stops the server and removes its folders. */
    remove(): void {
      if (isRunning()) stop('immediate');
      for (const path of [folder, sockets]) rmSync(path, { recursive: true, force: true });
    },
  };
}

function passwordOf(person: string): string {
  return `secret of ${person}`;
}

const accessRules = `local all admin trust
hostssl all all all scram-sha-256
host all all 127.0.0.1/32 scram-sha-256
host all all ::1/128 scram-sha-256
`;

function settingsOf({ folder, sockets, port }: { folder: string; sockets: string; port: number }): string {
  return `
port = ${port}
listen_addresses = '*'
unix_socket_directories = '${sockets}'
max_connections = 200
ssl = on
ssl_cert_file = '${join(folder, 'server.crt')}'
ssl_key_file = '${join(folder, 'server.key')}'
`;
}

/** An authority and the server's certificate for this computer's names; `otherAuthority` signed nothing. */
function createCertificates(folder: string): { authority: string; otherAuthority: string } {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const newKey = ['req', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  for (const name of ['authority', 'other'])
    openssl(
      ...newKey,
      '-x509',
      '-days',
      '2',
      '-subj',
      `/CN=${name}`,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.crt`,
    );
  const names = `subjectAltName=DNS:localhost,DNS:${hostname()},IP:127.0.0.1`;
  openssl(
    ...newKey,
    '-subj',
    '/CN=localhost',
    '-addext',
    names,
    '-keyout',
    'server.key',
    '-out',
    'server.csr',
  );
  const signed = [
    '-CA',
    'authority.crt',
    '-CAkey',
    'authority.key',
    '-CAcreateserial',
    '-copy_extensions',
    'copy',
  ];
  openssl('x509', '-req', '-in', 'server.csr', ...signed, '-days', '2', '-out', 'server.crt');
  return { authority: join(folder, 'authority.crt'), otherAuthority: join(folder, 'other.crt') };
}

function giveTo(owner: string, folder: string, sockets: string): void {
  const id = (flag: string) => Number(execFileSync('id', [flag, owner], { encoding: 'utf8' }));
  const [user, group] = [id('-u'), id('-g')];
  for (const path of [sockets, folder, ...readdirSync(folder).map((name) => join(folder, name))])
    chownSync(path, user, group);
  chmodSync(join(folder, 'server.key'), 0o600);
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'data'), { mode: 0o700 });
  chownSync(join(folder, 'data'), user, group);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}
