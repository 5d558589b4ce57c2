import { describe, expect, it } from 'vitest';
import { areInTwoLanguages } from '../../../src/shared/text/textLanguages.ts';

/** One subject in several languages: a title, and an abstract of two sentences. */
const texts = {
  english: {
    title: 'The effects of reading aloud on the patients of a surgical ward',
    abstract:
      'We asked whether reading aloud to the patients of a surgical ward makes their stay shorter. In a study of two years, nurses read to half of the patients every evening, and the others had a usual stay. The first group left earlier and slept better than the second.',
  },
  french: {
    title: 'Les effets de la lecture à voix haute sur les patients d’un service de chirurgie',
    abstract:
      'Nous avons cherché à savoir si la lecture à voix haute aux patients d’un service de chirurgie rend leur séjour plus court. Pendant deux ans, les infirmières ont lu chaque soir à la moitié des patients, tandis que les autres ont eu un séjour habituel.',
  },
  spanish: {
    title: 'Los efectos de la lectura en voz alta sobre los pacientes de un servicio de cirugía',
    abstract:
      'Preguntamos si la lectura en voz alta a los pacientes de un servicio de cirugía hace más corta su estancia. Durante dos años las enfermeras leyeron cada noche a la mitad de los pacientes, y los demás tuvieron una estancia habitual en el mismo servicio.',
  },
  portuguese: {
    title: 'Os efeitos da leitura em voz alta nos pacientes de uma enfermaria de cirurgia',
    abstract:
      'Perguntamos se a leitura em voz alta aos pacientes de uma enfermaria de cirurgia torna mais curta a sua estadia. Durante dois anos as enfermeiras leram todas as noites para metade dos pacientes, e os outros tiveram uma estadia habitual na mesma enfermaria.',
  },
  german: {
    title: 'Die Wirkung des Vorlesens auf die Kranken einer chirurgischen Station',
    abstract:
      'Wir fragten, ob das Vorlesen den Aufenthalt der Kranken einer chirurgischen Station verkürzt. Zwei Jahre lang lasen die Pflegekräfte jeden Abend der Hälfte der Kranken vor, während die anderen einen gewöhnlichen Aufenthalt hatten. Die erste Gruppe schlief besser.',
  },
  russian: {
    title: 'Влияние чтения вслух на пациентов хирургического отделения',
    abstract:
      'Мы спросили, сокращает ли чтение вслух пребывание пациентов в хирургическом отделении. Два года медсёстры читали каждый вечер половине пациентов, а остальные лежали как обычно. Первая группа выписывалась раньше и спала лучше, чем вторая группа.',
  },
  chinese: {
    title: '大声朗读对外科病房患者住院时间的影响研究',
    abstract:
      '我们研究了向外科病房的患者大声朗读是否会缩短他们的住院时间。在为期两年的研究中，护士每天晚上为一半的患者朗读，其余患者则照常住院。结果显示第一组患者出院更早，睡眠质量也比第二组更好。作者建议在其他医院中推广这种做法，并继续观察它的长期效果。',
  },
};
const languages = Object.keys(texts) as (keyof typeof texts)[];
const romance = new Set<string>(['french', 'spanish', 'portuguese']);

describe('title and abstract', () => {
  it('are in one language, or in two, unless these are much alike', () => {
    for (const one of languages)
      for (const other of languages) {
        const { title } = texts[one];
        if (one !== other && romance.has(one) && romance.has(other)) continue;
        expect(areInTwoLanguages(title, texts[other].abstract), `${one} ${other}`).toBe(one !== other);
      }
  });

  it('are not judged if one of them is too short, or has hardly any words of its language', () => {
    const { abstract } = texts.french;
    expect(areInTwoLanguages('The effects of reading', abstract)).toBe(false);
    expect(areInTwoLanguages(texts.english.title, abstract.slice(0, 100))).toBe(false);
    expect(areInTwoLanguages('Staphylococcus aureus methicillin-resistant bacteraemia', abstract)).toBe(
      false,
    );
    expect(areInTwoLanguages('1234567890 1234567890 1234567890 1234567890', abstract)).toBe(false);
    expect(areInTwoLanguages('', '')).toBe(false);
  });

  it('are read without their markup', () => {
    const marked = `<p><b>${texts.english.abstract}</b></p>`;
    expect(areInTwoLanguages(`<i>${texts.english.title}</i>`, marked)).toBe(false);
    expect(areInTwoLanguages(`<i>${texts.german.title}</i>`, marked)).toBe(true);
  });

  it('share a short word only if it stands by itself', () => {
    const { title } = texts.german;
    const words = title
      .toLowerCase()
      .match(/\p{L}+/gu)!
      .filter((word) => word.length <= 4);
    expect(words.length).toBeGreaterThan(1);
    const begun = (as: (word: string) => string) => `${words.map(as).join(' ')} ${texts.english.abstract}`;
    expect(
      areInTwoLanguages(
        title,
        begun((word) => word),
      ),
    ).toBe(false);
    for (const letter of ['x', '\u{1d465}', '\u0301'])
      for (const as of [(word: string) => `a${letter}${word}`, (word: string) => `${word}${letter}`])
        expect(areInTwoLanguages(title, begun(as)), as('…')).toBe(true);
  });

  it('may be very long', () => {
    const long = `${texts.english.abstract} `.repeat(40_000);
    expect(areInTwoLanguages(long, long)).toBe(false);
    expect(areInTwoLanguages(texts.french.title, long)).toBe(true);
    expect(areInTwoLanguages('<'.repeat(1_000_000), '<'.repeat(1_000_000))).toBe(false);
  });
});
