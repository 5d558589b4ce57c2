import cliEnglish from '../../src/shared/i18n/locales/cli.en.json' with { type: 'json' };
import cliFrench from '../../src/shared/i18n/locales/cli.fr.json' with { type: 'json' };
import complianceEnglish from '../../src/shared/i18n/locales/compliance.en.json' with { type: 'json' };
import complianceFrench from '../../src/shared/i18n/locales/compliance.fr.json' with { type: 'json' };
import windowEnglish from '../../src/shared/i18n/locales/en.json' with { type: 'json' };
import windowFrench from '../../src/shared/i18n/locales/fr.json' with { type: 'json' };
import helpEnglish from '../../src/shared/i18n/locales/help.en.json' with { type: 'json' };
import helpFrench from '../../src/shared/i18n/locales/help.fr.json' with { type: 'json' };
import officeEnglish from '../../src/shared/i18n/locales/office.en.json' with { type: 'json' };
import officeFrench from '../../src/shared/i18n/locales/office.fr.json' with { type: 'json' };

/** Every text in English, whichever part of Colophon loads it. */
export const english = {
  ...windowEnglish,
  ...helpEnglish,
  ...officeEnglish,
  ...complianceEnglish,
  ...cliEnglish,
};

/** The same in French. */
export const french = { ...windowFrench, ...helpFrench, ...officeFrench, ...complianceFrench, ...cliFrench };
