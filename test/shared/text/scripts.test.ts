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
    [
      `O(n${raised('k')}), 2${raised('d')}, C${raised('k')}, M${raised('x')}`,
      'O(n^(k)), 2^(d), C^(k), M^(x)',
    ],
    [
      `n${raised('o')} 3, D${raised('r')} X, C${raised('r')}(X), n${raised('o')}=2`,
      'no 3, Dr X, C^(r)(X), n^(o)=2',
    ],
    [`2${raised('½')} Soil${raised('TM')} 10 ${raised('3')}kg`, '2^(½) SoilTM 10 ³kg'],
    [`x${lowered(`i${lowered('j')}`)} A${lowered(`n${raised('2')}`)}`, 'x_(i_(j)) A_(n²)'],
    [`2${raised(`2${raised(`2${raised('2')}`)}`)}`, '2^(2^(2²))'],
    [
      `PM${lowered('2.5')} La${lowered('0.7')}MnO${lowered('3')} x${lowered('1,2')}`,
      'PM2.5 La0.7MnO3 x_(1,2)',
    ],
    [`log${lowered('a')} x, log${lowered('2')} 8`, 'log_(a) x, log2 8'],
    [
      `m²${raised('1')}, 10${raised('2')}${raised('3')}, 10${raised('−')}${raised('3')}`,
      'm²^(1), 10²^(3), 10⁻³',
    ],
    [`2${lowered('1')}${lowered('2')}, 25 ${raised('o')}C`, '2₁_(2), 25 oC'],
    ['plain', 'plain'],
  ])('%j becomes %j', (text, settled) => {
    expect(settleScripts(text)).toBe(settled);
  });

  test('levels that never end, and very many of them, are left out', () => {
    expect(settleScripts('\ufdd0a\ufdd2\ufdd2b\ufdd1')).not.toMatch(/[\ufdd0-\ufdd3]/);
    expect(settleScripts(`${'\ufdd0'.repeat(50_000)}x${'\ufdd2'.repeat(50_000)}`)).toContain('x');
    expect(settleScripts('\ufdd0x\ufdd2'.repeat(100_000))).toContain('x');
  });
});
