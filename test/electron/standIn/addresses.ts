// Chromium takes no scheme of an application's own, so the stand-in shows `colophon://app/` under this origin.
const own = 'colophon://app/';
const ownReport = 'colophon://report/';
const shownReport = 'https://report.colophon.test/';

/** The origin under which Chromium shows the application's page; nothing outside the test answers for it. */
export const shown = 'https://colophon.test/';

/** The address that Chromium is given for one of the application's. */
export function toShown(address: string): string {
  if (address.startsWith(ownReport)) return shownReport + address.slice(ownReport.length);
  return address.startsWith(own) ? shown + address.slice(own.length) : address;
}

/** The address that the application would see for one of Chromium's. */
export function fromShown(address: string): string {
  if (address.startsWith(shownReport)) return ownReport + address.slice(shownReport.length);
  return address.startsWith(shown) ? own + address.slice(shown.length) : address;
}
