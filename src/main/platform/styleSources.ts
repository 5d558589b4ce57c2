import { createHash } from 'node:crypto';

/** The value of `style-src` in a policy that allows the `<style>` elements of a page: their hashes, or `'none'`. */
export function styleSources(html: string): string {
  const hashes = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(
    ([, sheet]) => `'sha256-${createHash('sha256').update(sheet!).digest('base64')}'`,
  );
  return hashes.length > 0 ? hashes.join(' ') : "'none'";
}
