const dateInNumbers = /^(\s*)(\d{1,2})([-/.]\s?)(\d{1,2})([-/.]\s?\d{4})/;

/** Returns true if a numeric date may have the day or the month first: `03/04/2024`, not `25/04/2024`. */
export function isUnclearDate(text: string): boolean {
  const [, , first, , second] = dateInNumbers.exec(text) ?? [];
  return first !== second && Number(first) <= 12 && Number(second) <= 12;
}

/** A numeric date that has the month first, rewritten with the day first. */
export function dayBeforeMonth(text: string): string {
  return text.replace(dateInNumbers, '$1$4$3$2$5');
}
