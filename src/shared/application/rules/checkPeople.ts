import { removeFix, setFix } from '../../article/rules/report.ts';
import type { ServerProfile } from '../../directory/profile.ts';
import { serviceCountry } from '../../directory/serviceTables.ts';
import { hasCode, meaningOf } from '../../directory/vocabulary.ts';
import { fieldLabel } from '../../draft/fieldLabel.ts';
import { asStoredText } from '../../text/pythonText.ts';
import { type ApplicationReport, shown } from './applicationReport.ts';
import { checkNotNone } from './checkPractice.ts';
import { storeText } from './checkTitle.ts';

export function checkPeople(report: ApplicationReport, reviews: ServerProfile['reviews']): void {
  const publisher = storeText('bibjson.publisher.name', report);
  const institution = storeText('bibjson.institution.name', report);
  if (reviews === 'by-sides') checkNotNone('bibjson.institution.name', institution, report);
  if (publisher === '' && !report.isBroken('bibjson.publisher.name'))
    report.add('publisher-missing', 'bibjson.publisher.name');
  if (institution !== '' && institution === publisher) {
    report.add(
      'names-equal',
      'bibjson.institution.name',
      { name: shown(institution) },
      removeFix('bibjson.institution'),
    );
    report.add('names-equal', 'bibjson.publisher.name', { name: shown(institution) });
  }
  const hasCountry = checkCountry('bibjson.publisher.country', report);
  if (!hasCountry && !report.isBroken('bibjson.publisher.country'))
    report.add('country-missing', 'bibjson.publisher.country', {
      field: fieldLabel('bibjson.publisher.country'),
    });
  const path = 'bibjson.institution.country';
  if (checkCountry(path, report) && institution === '' && !report.isBroken(path))
    report.add('institution-nameless', path, undefined, removeFix(path));
}

/** Returns true if a country was given; reports an unknown one. */
function checkCountry(path: string, report: ApplicationReport): boolean {
  const value = report.at(path);
  if (report.isBroken(path)) return true;
  if (saysNothing(value, path)) {
    report.store(path, undefined);
    return false;
  }
  const code = readCountry(value);
  if (code !== null) {
    report.store(path, code);
    return true;
  }
  const meant = typeof value === 'string' ? meaningOf('country', value) : null;
  const fix = meant ? setFix('use', path, meant.code, { value: meant.code }) : undefined;
  report.add(
    'country-unknown',
    path,
    { field: fieldLabel(path), value: shown(value), why: meant?.why ?? '' },
    fix,
  );
  return true;
}

/** For the publisher's country a number is an unknown choice; the organisation's may be omitted in more ways (addenda, 5.4). */
function saysNothing(value: unknown, path: string): boolean {
  if (value === undefined || value === '') return true;
  if (Array.isArray(value)) return value.length === 0 || value[0] === '';
  if (typeof value === 'object') return true;
  return path.includes('institution') && (value === 0 || value === false);
}

/** Only the first entry of a list is read, and it is no longer looked up. */
function readCountry(value: unknown): string | null {
  if (typeof value === 'string') return serviceCountry(value);
  if (!Array.isArray(value)) return null;
  const first = asStoredText(value[0]);
  return hasCode('country', first) ? first : null;
}
