import { homedir } from 'node:os';

/** A second net under what is put together to be told: keys, e-mail addresses, ORCID iDs and the home folder. */
export function bareText(text: string, redact: (text: string) => string, home = homedir()): string {
  const homes = [home, JSON.stringify(home).slice(1, -1), encodeURI(home)].filter((form) => form.length > 3);
  const withoutHome = homes.reduce((rest, form) => rest.replaceAll(form, '~'), redact(text));
  return withoutHome
    .replace(/[\w.+%-]+(@|%40)[\w-]+(\.[\w-]+)+/g, '[e-mail]')
    .replace(/\b\d{4}-\d{4}-\d{4}-\d{3}[\dXx]\b/g, '[orcid]');
}
