/** The placeholder of index.html that each load replaces by a fresh nonce. */
const noncePlaceholder = '__CSP_NONCE__';

/** The page with this load's nonce in it; the renderer reads it there and marks its style elements with it. */
export function fillNonce(html: string, nonce: string): string {
  return html.replaceAll(noncePlaceholder, nonce);
}

/** Headers of the page itself: nothing runs or is fetched but what came from here, and nobody frames it. */
export function pageHeaders(nonce: string): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    // No text becomes markup or code but through DOMPurify.
    "require-trusted-types-for 'script'",
    'trusted-types dompurify',
  ];
  return {
    'content-security-policy': policy.join('; '),
    'permissions-policy': withoutPermissions,
    'cache-control': 'no-store',
  };
}

/** What a page never asks for; the clipboard and notifications are the person's to allow. */
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

/** Headers of every answer, the page or not. */
export const commonHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};
