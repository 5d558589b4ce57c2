import type { Format } from '../format.ts';

/** The tagged format of Web of Science. */
export const webOfScience: Format<'web-of-science'> = {
  mark: /^(?:FN (?:Clarivate|Thomson|ISI)\b|PT [JBSP]\s*\r?\n(?:AU|AF|CA|TI|BA|BE|GP) )/m,
  read: async () => (await import('./readWebOfScience.ts')).readWebOfScience,
};
