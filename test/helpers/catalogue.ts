import cliEnglish from '../../src/shared/i18n/locales/cli.en.json' with { type: 'json' };
import cliFrench from '../../src/shared/i18n/locales/cli.fr.json' with { type: 'json' };
import windowEnglish from '../../src/shared/i18n/locales/en.json' with { type: 'json' };
import windowFrench from '../../src/shared/i18n/locales/fr.json' with { type: 'json' };

/** Every text in English, of the window and of the command line. */
export const english = { ...windowEnglish, ...cliEnglish };

/** The same in French. */
export const french = { ...windowFrench, ...cliFrench };
