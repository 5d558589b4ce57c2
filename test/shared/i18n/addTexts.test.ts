import { afterEach, expect, test } from 'vitest';
import { addTexts, i18n, speak, t } from '../../../src/shared/i18n/i18n.ts';

afterEach(() => speak('en'));

const hello = { greetings: { hello: 'Hello' } };
const bonjour = { greetings: { hello: 'Bonjour' } };

test('texts that could not be loaded are loaded when they are added again', async () => {
  await speak('fr');
  let isMissing = true;
  const texts = {
    en: hello,
    async load() {
      if (isMissing) throw new Error('no such file');
      return { default: bonjour };
    },
  };
  await expect(addTexts(texts)).rejects.toThrow('no such file');
  isMissing = false;
  await addTexts(texts);
  expect(t('greetings.hello')).toBe('Bonjour');
});

test('texts that are added while French is loading are shown in French', async () => {
  i18n.removeResourceBundle('fr', 'translation');
  const speaking = speak('fr');
  await addTexts({
    en: { farewells: { bye: 'Bye' } },
    load: async () => ({ default: { farewells: { bye: 'Au revoir' } } }),
  });
  await speaking;
  expect(t('farewells.bye')).toBe('Au revoir');
});
