import { expect, test } from 'vitest';
import { checkApplication } from '../../../../src/shared/application/applicationRules.ts';
import type { Finding } from '../../../../src/shared/finding.ts';
import { textOf } from '../../../helpers/textOf.ts';
import { cases } from './cases.ts';

/** A finding as an editor reads it, with the label of its fix and the values that it sets. */
function wordsOf({ severity, code, path, message, help, fix }: Finding): string {
  const changes = fix?.changes.map((change) => `${change.path} = ${JSON.stringify(change.value)}`) ?? [];
  return [
    `${severity} ${code} ${path}`,
    `  ${textOf(message)}`,
    `  ${textOf(help)}`,
    ...(fix ? [`  [${textOf(fix.label)}] ${changes.join(', ')}`] : []),
  ].join('\n');
}

// A change of a rule or its words writes the list again with `-u`: its difference is what editors will notice.
test('each mistake is reported, and fixes are offered, as in the reviewed list', async () => {
  const all = cases.map(({ code, path, record, context }) =>
    [`# ${code} ${path}`, ...checkApplication(record, context).map(wordsOf)].join('\n'),
  );
  await expect(`${all.join('\n\n')}\n`).toMatchFileSnapshot('./findings.txt');
});
