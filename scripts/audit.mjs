// npm run audit: asks the registry for known vulnerabilities of anything in the lock file and checks the signatures of
// installed packages. Exits with 1 for a vulnerability of high or critical severity or an invalid signature. If the
// registry does not respond it reports that and exits with 0, or with 1 after `--strict`, which the workflow uses.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Summarises the output of `npm audit --json` and `npm audit signatures --json`; `isFine` is null without a response. */
export function readAudit(advisories, signatures) {
  const lines = [];
  const counts = parse(advisories)?.metadata?.vulnerabilities;
  const bad = counts ? (counts.high ?? 0) + (counts.critical ?? 0) : 0;
  lines.push(
    counts
      ? `Known vulnerabilities: ${counts.critical ?? 0} critical, ${counts.high ?? 0} high, ${counts.moderate ?? 0} moderate, ${counts.low ?? 0} low.`
      : 'Known vulnerabilities: the registry did not respond.',
  );
  const checked = parse(signatures);
  const isChecked = Array.isArray(checked?.invalid) && Array.isArray(checked?.missing);
  for (const one of isChecked ? checked.invalid : [])
    lines.push(`Invalid signature: ${one.name} ${one.version}`);
  lines.push(
    isChecked
      ? `Signatures: ${checked.invalid.length} invalid, ${checked.missing.length} missing.`
      : 'Signatures: the registry did not respond.',
  );
  if (bad > 0 || (isChecked && checked.invalid.length > 0)) return { lines, isFine: false };
  return { lines, isFine: counts && isChecked ? true : null };
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function npm(...args) {
  const done = spawnSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e8,
    timeout: 120_000,
    shell: process.platform === 'win32',
  });
  return done.stdout ?? '';
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { lines, isFine } = readAudit(npm('audit', '--json'), npm('audit', 'signatures', '--json'));
  for (const line of lines) console.log(line);
  const isStrict = process.argv.includes('--strict');
  process.exitCode = isFine === false || (isFine === null && isStrict) ? 1 : 0;
}
