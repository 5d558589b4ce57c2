/**
 * The preferred languages from the environment of a process, best first, as tags or locale names (`fr_FR.UTF-8`): the
 * first of LC_ALL, LC_MESSAGES and LANG that is set, as POSIX defines; otherwise the system's, from Node.
 */
export function environmentLanguages(environment: Record<string, string | undefined>): string[] {
  const { LC_ALL, LC_MESSAGES, LANG } = environment;
  const said = [LC_ALL, LC_MESSAGES, LANG].find((value) => value !== undefined && value !== '');
  return [said ?? new Intl.DateTimeFormat().resolvedOptions().locale];
}

/** The languages of an `Accept-Language` header, best first, without those that the browser refuses (`q=0`). */
export function acceptedLanguages(header: string): string[] {
  const wishes = header.split(',').map((part) => {
    const [tag = '', ...params] = part.split(';').map((text) => text.trim());
    const weight = params.find((param) => param.startsWith('q='))?.slice(2);
    return { tag, weight: weight === undefined ? 1 : Number(weight) };
  });
  return wishes
    .filter(({ tag, weight }) => /^[a-z]{2,3}\b/i.test(tag) && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}
