/** The bare ROR id (nine characters, as the checker wants it) in any pasted form (`https://ror.org/…`, `ror.org/…`, upper case), or null (ror.org, "ROR identifier pattern"). */
export function parseRor(text: string): string | null {
  const found = /^(?:https?:\/\/)?(?:www\.)?(?:ror\.org\/|ror:)?(0[a-hj-km-np-tv-z\d]{6}\d{2})\/?$/i.exec(
    text.trim(),
  );
  return found ? found[1]!.toLowerCase() : null;
}
