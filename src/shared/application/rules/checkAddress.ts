import { removeFix, setFix } from '../../article/rules/report.ts';
import { fieldLabel } from '../../draft/fieldLabel.ts';
import { isEmpty } from '../../json.ts';
import { parseWebAddress } from '../../text/identifiers.ts';
import { stripText } from '../../text/pythonText.ts';
import { isFormAddress } from '../applicationValues.ts';
import { type ApplicationReport, clearFix, shown } from './applicationReport.ts';

/** The directory's treatment of an address: required, optional, or dropped because of another answer. */
type AddressUse = 'required' | 'free' | 'dropped';

/** The use of an address below a question: as long as that has no answer, the directory does not look at it. */
export function useBelow(answer: boolean | null | undefined): AddressUse {
  if (answer === null || answer === undefined) return 'free';
  return answer ? 'required' : 'dropped';
}

/**
 * Reports on an address (addenda, 2.4, 5.2 and 5.4): numbers and true/false crash the directory even if dropped; a
 * list counts by its first entry. The answer at `question` decides if it is dropped.
 */
export function checkAddress(path: string, use: AddressUse, report: ApplicationReport, question = ''): void {
  if (report.isBroken(path)) return;
  const value = report.at(path);
  const field = fieldLabel(path);
  const text = readAddress(value);
  if (text === null) {
    report.add('address-not-text', path, { field, value: shown(value) }, removeFix(path));
    return;
  }
  if (use === 'free') return;
  if (use === 'dropped') {
    report.store(path, undefined);
    if (!isEmpty(value))
      report.add('ignored-by-answer', path, { field, question: fieldLabel(question) }, clearFix(path));
    return;
  }
  report.store(path, text);
  if (text === '') report.add('address-missing', path, { field });
  else if (!isFormAddress(text)) {
    const meant = parseWebAddress(text);
    const fix =
      meant && meant !== text && isFormAddress(meant)
        ? setFix('use', path, meant, { value: meant })
        : undefined;
    report.add('address-form', path, { field, value: shown(text) }, fix);
  }
}

/** The text of an address field as the form receives it; null if the directory crashes. */
export function readAddress(value: unknown): string | null {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return stripText(value);
  if (Array.isArray(value)) {
    const [first] = value;
    return first === undefined || first === null ? '' : typeof first === 'string' ? stripText(first) : null;
  }
  return typeof value === 'object' ? '' : null;
}
