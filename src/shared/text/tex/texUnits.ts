import { raised } from '../scripts.ts';

const pairs = (list: string) =>
  new Map(
    list
      .trim()
      .split(/\s+/)
      .map((pair): [string, string] => {
        const [name = '', sign = name] = pair.split('=');
        return [name, sign];
      }),
  );
const powersBefore = pairs('square=2 cubic=3');
const powersAfter = pairs('squared=2 cubed=3');
const unitPrefixes = pairs(
  'yocto=y zepto=z atto=a femto=f pico=p nano=n micro=µ milli=m centi=c deci=d deca=da hecto=h kilo=k mega=M giga=G tera=T peta=P exa=E',
);
const units = pairs(`
  metre=m meter=m gram=g second=s ampere=A kelvin=K mole=mol candela=cd litre=L liter=L hertz=Hz newton=N pascal=Pa
  joule=J watt=W coulomb=C volt=V farad=F ohm=Ω siemens=S weber=Wb tesla=T henry=H lumen=lm lux=lx becquerel=Bq gray=Gy
  sievert=Sv degreeCelsius=°C celsius=°C degree=° percent=% minute=min hour=h day=d hectare=ha tonne=t electronvolt=eV
  dalton=Da bar angstrom=Å decibel=dB kg km cm mm um=µm nm m s ms us=µs ns g mg ug=µg
  Hz kHz MHz GHz eV keV MeV GeV K V mV A mA W kW MW J kJ L mL
  mol molar=M pixel=px dots bit byte=B`);

/** `1.5e-3` is 1.5×10⁻³, `\pm` and x stay. */
export function numberText(text: string): string {
  return text.replace(
    /(\d)\s*[eEdD]\s*([+-]?\d+)/g,
    (_, digit: string, power: string) => `${digit}×10${raised(power)}`,
  );
}

/** Units of siunitx such as `\kilo\metre\per\second`, or text. */
export function unitText(tex: string, read: (tex: string) => string): string {
  const words = tex.match(/\\[a-zA-Z]+(?:\{[^{}]*\})?|[^\\]+/g) ?? [];
  let text = '';
  let power = '';
  let isPer = false;
  let isPrefix = true;
  for (const word of words) {
    const name = /^\\([a-zA-Z]+)/.exec(word)?.[1];
    if (name === undefined) text += read(word.replace(/[.~]/g, ' '));
    else if (name === 'per') isPer = true;
    else if (powersBefore.has(name)) power = raised(powersBefore.get(name)!);
    else if (powersAfter.has(name)) text += raised(powersAfter.get(name)!);
    else if (name === 'tothe') text += raised(read(word.replace(/^\\tothe/, '')));
    else if (unitPrefixes.has(name)) {
      text += (isPrefix ? '' : isPer ? '/' : ' ') + unitPrefixes.get(name)!;
      if (isPer) isPer = false;
      isPrefix = true;
    } else {
      const unit = units.get(name) ?? read(word);
      text += (isPrefix ? '' : isPer ? '/' : ' ') + unit + power;
      power = '';
      isPer = false;
      isPrefix = false;
    }
  }
  return text.trim();
}

const romanSigns = [
  ['m', 1000],
  ['cm', 900],
  ['d', 500],
  ['cd', 400],
  ['c', 100],
  ['xc', 90],
  ['l', 50],
  ['xl', 40],
  ['x', 10],
  ['ix', 9],
  ['v', 5],
  ['iv', 4],
  ['i', 1],
] as const;

/** The number in small Roman numerals. */
export function romanNumeral(number: string): string {
  let left = Number(number);
  let text = '';
  for (const [sign, value] of romanSigns) for (; left >= value; left -= value) text += sign;
  return text;
}
