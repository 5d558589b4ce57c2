import { removeFix } from '../../article/rules/report.ts';
import { serviceCurrency } from '../../directory/serviceTables.ts';
import { fieldLabel } from '../../draft/fieldLabel.ts';
import { isGiven, isObject, type Json, type Members, own } from '../../json.ts';
import { serviceInteger } from '../applicationValues.ts';
import type { ApplicationReport } from './applicationReport.ts';
import { answer } from './checkAbout.ts';
import { checkAddress, useBelow } from './checkAddress.ts';

const list = 'bibjson.apc.max';

/** Codes of the currency list that are not currencies, or no longer in use. */
const oddCurrencies = new Set([
  'XXX',
  'XTS',
  'XAU',
  'XAG',
  'XPT',
  'XPD',
  'XBA',
  'XBB',
  'XBC',
  'XBD',
  'XDR',
  'XSU',
  'XUA',
  'HRK',
]);

export function checkCharges(report: ApplicationReport): void {
  const question = 'bibjson.apc.has_apc';
  const hasCharges = answer(question, report);
  checkCharge(hasCharges, report);
  checkAddress('bibjson.apc.url', 'required', report);
  for (const [name, flag] of [
    ['waiver', 'has_waiver'],
    ['other_charges', 'has_other_charges'],
  ] as const) {
    const path = `bibjson.${name}.${flag}`;
    checkAddress(`bibjson.${name}.url`, useBelow(answer(path, report)), report, path);
  }
}

function checkCharge(hasCharges: boolean | undefined, report: ApplicationReport): void {
  const isWanted = hasCharges === true;
  const entries = report.at(list) ?? [];
  if (report.isBroken(list) || !Array.isArray(entries)) return;
  const seen = new Set<string>();
  const usable: Json[] = [];
  let isShortened = false;
  for (const [index, entry] of entries.entries()) {
    const path = `${list}[${index}]`;
    if (!isObject(entry)) continue;
    if (!isGiven(own(entry, 'currency'))) {
      isShortened = true;
      if (isWanted) report.add('charge-dropped', path, undefined, removeFix(path));
      continue;
    }
    usable.push(entry);
    checkEntry(entry, path, isWanted, seen, report);
  }
  if (isWanted && isShortened && usable.length > 0) report.store(list, usable);
  if (isWanted && usable.length === 0) report.add('charge-missing', list);
  else if (hasCharges === false && entries.length > 0)
    report.add(
      'ignored-by-answer',
      list,
      { field: fieldLabel(list), question: fieldLabel('bibjson.apc.has_apc') },
      removeFix(list),
    );
}

/** A missing price crashes the directory whatever the answer; zero counts as no price; negative numbers are accepted (addenda, "APC entries"). */
function checkEntry(
  entry: Members,
  path: string,
  isWanted: boolean,
  seen: Set<string>,
  report: ApplicationReport,
): void {
  const price = own(entry, 'price');
  if (!isGiven(price)) {
    report.add('charge-incomplete', `${path}.price`);
    return;
  }
  const amount = serviceInteger(price);
  const code = typeof entry.currency === 'string' ? serviceCurrency(entry.currency) : null;
  if (!isWanted || amount === null || code === null) return;
  report.store(`${path}.price`, amount);
  report.store(`${path}.currency`, code);
  if (amount === 0) report.add('charge-zero', `${path}.price`);
  else if (amount < 0) report.add('charge-negative', `${path}.price`, { amount });
  if (seen.has(code)) report.add('currency-twice', `${path}.currency`, { code });
  else if (oddCurrencies.has(code)) report.add('currency-odd', `${path}.currency`, { code });
  seen.add(code);
}
