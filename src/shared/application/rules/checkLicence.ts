import { removeFix, setFix } from '../../article/rules/report.ts';
import { licenceFacts } from '../../directory/serviceTables.ts';
import { hasCode, meaningOf, ownLicence } from '../../directory/vocabulary.ts';
import { fieldLabel } from '../../draft/fieldLabel.ts';
import { isGiven, isObject, type Members, own } from '../../json.ts';
import { asStoredText, stripText } from '../../text/pythonText.ts';
import { isFormAddress, serviceBoolean } from '../applicationValues.ts';
import { droppedDisplays, licenceDisplayPath, storedDisplay } from '../licenceDisplay.ts';
import { type ApplicationReport, shown } from './applicationReport.ts';
import { answer } from './checkAbout.ts';
import { checkAddress, readAddress } from './checkAddress.ts';

const list = 'bibjson.license';
const flags = ['BY', 'NC', 'ND', 'SA'] as const;

export function checkLicence(report: ApplicationReport): void {
  checkLicences(report);
  checkAddress('bibjson.ref.license_terms', 'required', report);
  checkDisplay(report);
  checkCopyright(report);
}

function checkLicences(report: ApplicationReport): void {
  const licences = report.at(list) ?? [];
  if (report.isBroken(list) || !Array.isArray(licences)) return;
  if (licences.length === 0) report.add('licence-missing', list);
  const seen = new Set<string>();
  let inherited: string | null = null;
  for (const [index, entry] of licences.entries()) {
    const path = `${list}[${index}]`;
    if (!isObject(entry)) continue;
    const type = isGiven(entry.type) ? asStoredText(entry.type) : null;
    if (type === null) report.add('licence-unknown', `${path}.type`, { value: '', why: '' });
    else if (!hasCode('licence', type)) {
      const meant = meaningOf('licence', type);
      const fix = meant ? setFix('use', `${path}.type`, meant.code, { value: meant.code }) : undefined;
      report.add('licence-unknown', `${path}.type`, { value: shown(type), why: meant?.why ?? '' }, fix);
    } else {
      if (seen.has(type)) report.add('licence-twice', path, { type }, removeFix(path));
      seen.add(type);
      inherited = checkRecomputed(entry, type, path, inherited, report);
    }
  }
}

/** Attributes and address follow from the type; a custom licence gets the address of the licence terms, or because of a bug that of the previous entry. */
function checkRecomputed(
  entry: Members,
  type: string,
  path: string,
  inherited: string | null,
  report: ApplicationReport,
): string | null {
  const facts = licenceFacts(type);
  const terms = report.at('bibjson.ref.license_terms');
  const url = facts?.url ?? inherited ?? (typeof terms === 'string' ? stripText(terms) : null);
  if (facts && type !== ownLicence) {
    for (const flag of flags) {
      const given = own(entry, flag);
      if (isGiven(given) && serviceBoolean(given) !== null && serviceBoolean(given) !== facts[flag])
        report.add(
          'licence-recomputed',
          `${path}.${flag}`,
          { type, stored: String(facts[flag]) },
          setFix('use', `${path}.${flag}`, facts[flag], { value: String(facts[flag]) }),
        );
    }
  }
  const given = own(entry, 'url');
  if (isGiven(given) && given !== '' && given !== url)
    report.add(
      'licence-recomputed',
      `${path}.url`,
      { type, stored: url ?? '' },
      url === null ? removeFix(`${path}.url`) : setFix('use', `${path}.url`, url, { value: url }),
    );
  return facts ? facts.url : inherited;
}

function checkDisplay(report: ApplicationReport): void {
  const path = licenceDisplayPath;
  const example = 'bibjson.article.license_display_example_url';
  if (report.isBroken(path)) return;
  const value = report.at(path);
  const stored = storedDisplay(value);
  if (stored === null) report.add('display-missing', path, { question: fieldLabel(path) });
  // What an entry that is refused was meant to answer is unknown.
  const isRefused = Array.isArray(value) && value.some((_, at) => report.isBroken(`${path}[${at}]`));
  if (stored === null || isRefused) {
    checkAddress(example, 'free', report);
    return;
  }
  report.store(path, [stored]);
  const dropped = droppedDisplays(value);
  if (dropped.length > 0) {
    const isAlone = stored === 'No';
    const params = { stored, dropped: shown(dropped) };
    // With "Embed" the form wants an example.
    const canEmbed = stored === 'Embed' || isFormAddress(readAddress(report.at(example)) ?? '');
    const fix = canEmbed ? setFix('use', path, ['Embed'], { value: 'Embed' }) : undefined;
    report.add(isAlone ? 'display-alone' : 'display-dropped', path, isAlone ? undefined : params, fix);
  }
  checkAddress(example, stored === 'Embed' ? 'required' : 'dropped', report, path);
}

function checkCopyright(report: ApplicationReport): void {
  answer('bibjson.copyright.author_retains', report);
  checkAddress('bibjson.copyright.url', 'required', report);
}
