// npm run licences: writes docs/licences.json, the licences of everything shipped: the packages that main loads and
// those bundled into the built files, each with its dependencies.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
export const listFile = join(root, 'docs', 'licences.json');

/**
 * Every shipped package, sorted by name: `{name, version, licence, by, notice}`, where `notice` is the text of its
 * licence file. Type packages are left out, since nothing of them is shipped.
 */
export function shippedLicences() {
  const about = readJson(join(root, 'package.json'));
  const bundled = importedPackages(join(root, 'src'));
  const wanted = [
    ...Object.keys(about.dependencies),
    ...Object.keys(about.optionalDependencies ?? {}),
    ...bundled,
  ];
  const found = new Map();
  for (const name of wanted) gather(name, root, found);
  return [...found.values()].sort((a, b) => (a.name + a.version < b.name + b.version ? -1 : 1));
}

/** Names of the packages that files of a folder import, except Electron, which has its own licence files. */
function importedPackages(folder) {
  const names = new Set();
  for (const file of readdirSync(folder, { recursive: true }).map(String)) {
    if (!/\.(?:tsx?|css)$/.test(file)) continue;
    const text = readFileSync(join(folder, file), 'utf8');
    for (const [, from] of text.matchAll(/(?:from|import)\s*\(?\s*['"]([^'".#][^'"]*)['"]/g)) {
      names.add(
        from
          .split('/')
          .slice(0, from.startsWith('@') ? 2 : 1)
          .join('/'),
      );
    }
  }
  names.delete('electron');
  return names;
}

function gather(name, from, found) {
  if (name.startsWith('@types/')) return;
  const folder = findPackage(name, from);
  // Optional packages for other systems are not installed here.
  if (!folder || found.has(folder)) return;
  const about = readJson(join(folder, 'package.json'));
  const { version, license, licenses, author } = about;
  const licence =
    typeof license === 'string' ? license : (license?.type ?? licenses?.map((one) => one.type).join(' OR '));
  const by = typeof author === 'string' ? author : (author?.name ?? '');
  // Removes personal e-mail addresses.
  found.set(folder, {
    name,
    version,
    licence: licence ?? '',
    by: by.replace(/\s*[<(].*$/, ''),
    notice: noticeOf(folder),
  });
  for (const next of Object.keys({ ...about.dependencies, ...about.optionalDependencies }))
    gather(next, folder, found);
}

function findPackage(name, from) {
  for (let folder = from; ; folder = join(folder, '..')) {
    const at = join(folder, 'node_modules', name);
    if (existsSync(join(at, 'package.json'))) return at;
    if (folder === join(folder, '..')) return null;
  }
}

function noticeOf(folder) {
  const file = readdirSync(folder).find((name) => /^licen[cs]e(\.|-|$)/i.test(name));
  return file ? readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim() : '';
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const list = shippedLicences();
  writeFileSync(listFile, `${JSON.stringify(list, null, 2)}\n`);
  const kinds = Map.groupBy(list, ({ licence }) => licence);
  for (const [licence, packages] of kinds) console.log(`${packages.length} ${licence}`);
}
