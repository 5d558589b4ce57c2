import { serviceCurrency } from '../directory/serviceTables.ts';
import { hasCode } from '../directory/vocabulary.ts';
import { asList, type Json, member } from '../json.ts';
import { pythonFloat, roundHalfEven } from './pythonFloats.ts';

export interface Fee {
  price: number;
  currency: string;
}

/** The stored fees; the directory's form leaves out those in an unknown currency. */
export function feesOf(value: Json | undefined): Fee[] {
  return asList(value).flatMap((entry) => {
    const [price, currency] = [member(entry, 'price'), member(entry, 'currency')];
    const isKnown = typeof currency === 'string' && serviceCurrency(currency) !== null;
    return isKnown && typeof price === 'number' ? [{ price, currency }] : [];
  });
}

/** The fees in a cell: `price currency` pairs separated by a semicolon and a blank (reference/journal-update-file.md 7). */
export function readFees(cell: string): Fee[] | 'unreadable' | 'crash' {
  const fees: Fee[] = [];
  for (const pair of cell.split('; ')) {
    const parts = pair.split(' ');
    const price = parts.length === 2 ? pythonFloat(parts[0]!) : null;
    if (price === null || Number.isNaN(price)) return 'unreadable';
    if (!Number.isFinite(price)) return 'crash';
    fees.push({ price: roundHalfEven(price), currency: parts[1]! });
  }
  return fees;
}

/** The message of the directory's form on a fee; null if there is none. */
export function feeRefusal({ price, currency }: Fee): string | null {
  if (price === 0) return 'Enter the value of the highest publishing fee the journal has charged';
  if (hasCode('currency', currency)) return null;
  const invalid = 'Not a valid choice';
  return serviceCurrency(currency) === null
    ? `${invalid}. Currency is not in the currently supported ISO list`
    : invalid;
}
