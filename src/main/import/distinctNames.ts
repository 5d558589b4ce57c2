/** The limit of a file's name, less a number. */
const maxLength = 280;

/**
 * Files with names of their own, such as `articles (2).csv`: a record is known by the name of its file and its place in it,
 * and files of one name may come from several folders.
 */
export function withDistinctNames<T extends { name: string }>(files: readonly T[]): T[] {
  const taken = new Set(files.map(({ name }) => name));
  const counts = new Map<string, number>();
  return files.map((file) => {
    const { name } = file;
    const before = counts.get(name) ?? 0;
    let number = before + 1;
    while (number > 1 && taken.has(numbered(name, number))) number++;
    counts.set(name, number);
    if (number === 1) return file;
    taken.add(numbered(name, number));
    return { ...file, name: numbered(name, number) };
  });
}

function numbered(name: string, number: number): string {
  const [, stem = name, extension = ''] = /^(.+?)(\.[^.]{1,20})$/s.exec(name) ?? [];
  return `${stem.slice(0, maxLength - extension.length)} (${number})${extension}`;
}
