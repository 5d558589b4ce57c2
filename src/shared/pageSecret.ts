/**
 * The name under which a page in the browser keeps its secret: in its own storage, which only pages of the same port can
 * read, unlike the cookie.
 */
export const pageSecretName = 'colophon-page-secret';

/** The header with the secret in every request of a page for data. */
export const pageSecretHeader = 'x-colophon-page';

/** The last event of a stream when Colophon is closed, rather than killed: it will not come back at this address. */
export const closingEvent = 'closing';
