import { pageSecretName } from '../../shared/pageSecret.ts';
import { ofPack } from '../../shared/rulePack/rulePack.ts';

/** The placeholders in index.html that each load replaces by a fresh nonce and by the rule pack. */
const noncePlaceholder = '__CSP_NONCE__';
const rulePackPlaceholder = '"__RULE_PACK__"';

/**
 * The page with this load's nonce in it, which the renderer reads there and sets on its style elements, and with the
 * active rule pack, as data that nothing in it can end.
 */
export function fillPage(html: string, nonce: string): string {
  return html.replaceAll(noncePlaceholder, nonce).replace(rulePackPlaceholder, rulePackText);
}

const rulePackText = ofPack((pack) => JSON.stringify(pack).replaceAll('<', '\\u003c'));

/** Headers of the page itself: it runs and loads only our own content, and cannot be framed. */
export function pageHeaders(nonce: string): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    // Text becomes markup or code only through DOMPurify.
    "require-trusted-types-for 'script'",
    'trusted-types dompurify',
  ];
  return {
    'content-security-policy': policy.join('; '),
    'permissions-policy': withoutPermissions,
    'cache-control': 'no-store',
  };
}

/**
 * Leads to the page from our own origin, so that the browser sends the cookie that came with it, and takes the place of
 * this address in the history; keeps the page's secret first, if there is one.
 */
export function forwardingPage(
  secret: string | null,
  nonce: string,
): { body: string; headers: Record<string, string> } {
  const keep = secret === null ? '' : `localStorage.setItem('${pageSecretName}', '${secret}');`;
  const script = `<script nonce="${nonce}">${keep}location.replace('/')</script>`;
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;
  return {
    body: `<!doctype html><meta charset="utf-8"><title>Colophon</title>${script}`,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
    },
  };
}

/** Permissions that a page never asks for; the user decides on the clipboard and notifications. */
const withoutPermissions = [
  ...['accelerometer', 'autoplay', 'bluetooth', 'camera', 'display-capture', 'encrypted-media', 'fullscreen'],
  ...[
    'geolocation',
    'gyroscope',
    'hid',
    'magnetometer',
    'microphone',
    'midi',
    'payment',
    'picture-in-picture',
  ],
  ...['publickey-credentials-get', 'screen-wake-lock', 'serial', 'usb', 'xr-spatial-tracking'],
]
  .map((name) => `${name}=()`)
  .join(', ');

/** Headers of every response, the page or not. */
export const commonHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};
