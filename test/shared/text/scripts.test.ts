import { describe, expect, test } from 'vitest';
import { exponent, lowered, raised, settleScripts } from '../../../src/shared/text/scripts.ts';

describe('text above and below the line', () => {
  test.each([
    [`CO${lowered('2')} and H${lowered('2')}O`, 'CO2 and H2O'],
    [`10${raised('3')} m${raised('2')} cm${raised('−1')}`, '10³ m² cm⁻¹'],
    [`10${raised('2a')}`, '10^(2a)'],
    [`10${lowered('2')}, log${lowered('2')}8`, '10₂, log₂8'],
    [`x${lowered('i+1')}`, 'x_(i+1)'],
    [`${raised('38')}Ca and ${raised('14')}C`, '38Ca and 14C'],
    [
      `the 2${raised('nd')} of the XIX${raised('e')} by M${raised('me')} and M${raised('c')}Ray`,
      'the 2nd of the XIXe by Mme and McRay',
    ],
    [`Soil${raised('®')} at 5${raised('°')}`, 'Soil® at 5°'],
    [`e${raised(`x${lowered('i')}`)}`, 'e^(xi)'],
    [raised('1'.repeat(3)) + raised(''), '¹¹¹'],
    [`2${exponent('a')} X${exponent('e')} AC${raised('e')}`, '2^(a) X^(e) AC^(e)'],
    [`1${exponent('st')} XIX${exponent('e')} ${exponent('14')}C 10${exponent('-3')}`, '1st XIXe 14C 10⁻³'],
    ['plain', 'plain'],
  ])('%j becomes %j', (text, settled) => {
    expect(settleScripts(text)).toBe(settled);
  });

  test('levels that never end, and very many of them, are left out', () => {
    expect(settleScripts('\ufdd0a\ufdd2\ufdd2b\ufdd1')).not.toMatch(/[\ufdd0-\ufdd3]/);
    expect(settleScripts(`${'\ufdd0'.repeat(50_000)}x${'\ufdd2'.repeat(50_000)}`)).toContain('x');
  });
});
