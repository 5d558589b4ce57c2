/** Sends one HTTP request, like the global `fetch`; each host provides its own, and tests a stub. */
export type Fetch = (address: string, init: RequestInit) => Promise<Response>;
