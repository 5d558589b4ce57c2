const mark = '[key]';
/** A key named in an address, a form or JSON, as it is or percent-encoded; the value ends where no key goes on. */
const named = /(api_?key(?:\\?["'])?\s*(?:=|:|%3D|%3A)\s*(?:\\?["']|%22)?)(?!\[key\])[^\s"'\\<>&#,;)}\]]+/gi;
const shortest = 8;

/**
 * `text` without keys: whatever stands behind `api_key=` (also in JSON and percent-encoded), and every given secret.
 * A secret of fewer than eight characters is only taken out where it stands as a word of its own.
 */
export function redactText(text: string, secrets: Iterable<string> = []): string {
  let redacted = text.replace(named, `$1${mark}`);
  for (const secret of secrets) {
    for (const form of new Set([secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])) {
      if (form === '' || !redacted.includes(form)) continue;
      redacted =
        form.length >= shortest ? redacted.replaceAll(form, mark) : redacted.replace(asWord(form), mark);
    }
  }
  return redacted;
}

function asWord(form: string): RegExp {
  const literal = form.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'gu');
}
