import vocabularies from '../../../resources/vocabularies.json' with { type: 'json' };

/** Normalises `text` for comparing names: lower case, without accents, punctuation and repeated blanks. */
export function plainKey(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\u2018\u2019']/g, '')
    .replace(/[^\p{L}\p{N}\p{Sc}]+/gu, ' ')
    .trim();
}

/**
 * The codes meant by a text that the directory does not know: former and everyday names, names of
 * languages, countries and currencies in other languages, language tags (`en-GB`), currency signs, licences as written in their
 * deeds. Several if the text is ambiguous; empty if nothing is known.
 */
export function codesMeantBy(list: string, text: string): string[] {
  const flag = list === 'country' ? flagOf(text) : null;
  if (flag) return flag;
  const key = plainKey(text);
  if (key === '') return [];
  const known = byHand[list]?.[key];
  if (known !== undefined) return known.split(' ').map((code) => code.replaceAll('_', ' '));
  if (list === 'licence') return licenceMeantBy(text);
  if (list === 'currency') return currencyMeantBy(key);
  if (list === 'country') return namesInAllLanguages('region').get(key) ?? [];
  if (list !== 'language') return [];
  const tag = /^([a-z]{2})[-_](?:[a-z]{4}[-_])?(?:[a-z]{2}|\d{3})$/i.exec(text.trim());
  return tag ? [tag[1]!.toUpperCase()] : (namesInAllLanguages('language').get(key) ?? []);
}

/** Codes by normalised text; several are separated by blanks, blanks inside one are written `_`. */
const byHand: Record<string, Record<string, string>> = {
  country: {
    uk: 'GB',
    'great britain': 'GB',
    britain: 'GB',
    england: 'GB',
    scotland: 'GB',
    wales: 'GB',
    'northern ireland': 'GB',
    'u s a': 'US',
    'u s': 'US',
    america: 'US',
    turkey: 'TR',
    russia: 'RU',
    'ivory coast': 'CI',
    'cote divoire': 'CI',
    macedonia: 'MK',
    swaziland: 'SZ',
    burma: 'MM',
    'cape verde': 'CV',
    'the netherlands': 'NL',
    holland: 'NL',
    vatican: 'VA',
    'vatican city': 'VA',
    palestine: 'PS',
    brunei: 'BN',
    micronesia: 'FM',
    'east timor': 'TL',
    'republic of korea': 'KR',
    'dr congo': 'CD',
    'democratic republic of the congo': 'CD',
    'republic of the congo': 'CG',
    'czech republic': 'CZ',
    macau: 'MO',
    korea: 'KR KP',
    congo: 'CG CD',
    'the gambia': 'GM',
    'the bahamas': 'BS',
    'the philippines': 'PH',
    uae: 'AE',
    prc: 'CN',
    'peoples republic of china': 'CN',
  },
  language: {
    castilian: 'ES',
    'spanish castilian': 'ES',
    'dutch flemish': 'NL',
    flemish: 'NL',
    farsi: 'FA',
    mandarin: 'ZH',
    'simplified chinese': 'ZH',
    'traditional chinese': 'ZH',
    'brazilian portuguese': 'PT',
    'british english': 'EN',
    'american english': 'EN',
    greek: 'EL',
    'modern greek': 'EL',
    iw: 'HE',
    in: 'ID',
    ji: 'YI',
    jp: 'JA',
    cn: 'ZH',
    cz: 'CS',
    dk: 'DA',
    ua: 'UK',
    slovene: 'SL',
    bahasa: 'ID MS',
    'bahasa indonesia': 'ID',
    'bahasa melayu': 'MS',
    malay: 'MS',
    norwegian: 'NO',
    punjabi: 'PA',
    pashto: 'PS',
    kurdish: 'KU',
    gaelic: 'GD GA',
    irish: 'GA',
    moldovan: 'RO',
    filipino: 'TL',
    tagalog: 'TL',
    uyghur: 'UG',
    kyrgyz: 'KY',
    sinhalese: 'SI',
    burmese: 'MY',
    myanmar: 'MY',
    catalan: 'CA',
    valencian: 'CA',
  },
  currency: {
    '€': 'EUR',
    euros: 'EUR',
    '£': 'GBP',
    'british pound': 'GBP',
    'british pounds': 'GBP',
    'gb pound': 'GBP',
    sterling: 'GBP',
    pounds: 'GBP',
    $: 'USD AUD CAD',
    dollar: 'USD AUD CAD',
    dollars: 'USD AUD CAD',
    us$: 'USD',
    usd$: 'USD',
    'us dollars': 'USD',
    'u s dollar': 'USD',
    'u s dollars': 'USD',
    'american dollar': 'USD',
    a$: 'AUD',
    'australian dollars': 'AUD',
    c$: 'CAD',
    'canadian dollars': 'CAD',
    r$: 'BRL',
    real: 'BRL',
    reais: 'BRL',
    '¥': 'JPY CNY',
    rmb: 'CNY',
    yuan: 'CNY',
    renminbi: 'CNY',
    '₹': 'INR',
    '₽': 'RUB',
    '₺': 'TRY',
    '₴': 'UAH',
    '₩': 'KRW',
    '₦': 'NGN',
    '₱': 'PHP',
    '₪': 'ILS',
    '₫': 'VND',
    '₸': 'KZT',
    '₼': 'AZN',
    zł: 'PLN',
    zloty: 'PLN',
    kr: 'SEK DKK NOK ISK',
    'swiss francs': 'CHF',
    sfr: 'CHF',
    francs: 'CHF XAF XOF',
    byr: 'BYN',
    rur: 'RUB',
    'indonesian rupiah': 'IDR',
    'indian rupees': 'INR',
    'japanese yen': 'JPY',
    'chinese yuan': 'CNY',
    'polish zloty': 'PLN',
  },
  preservation: {
    'pubmed central': 'PMC',
    'pubmed central pmc': 'PMC',
    pkppn: 'PKP_PN',
    'pkp preservation network': 'PKP_PN',
    'the internet archive': 'Internet_Archive',
  },
  deposit: { 'sherpa romeo': 'Open_Policy_Finder', sherparomeo: 'Open_Policy_Finder', mirabel: 'Mir@bel' },
  pid: { dois: 'DOI', arks: 'ARK', purls: 'PURL', handle: 'Handles', hdl: 'Handles' },
  review: {
    'double blind peer review': 'Double_anonymous_peer_review',
    'double blind': 'Double_anonymous_peer_review',
    'double anonymous': 'Double_anonymous_peer_review',
    'blind peer review': 'Anonymous_peer_review',
    'single blind peer review': 'Anonymous_peer_review',
  },
};

/** A licence from `CC-BY 4.0`, `Attribution-NonCommercial`, the address of its deed, or another spelling of its name. */
function licenceMeantBy(text: string): string[] {
  const key = plainKey(text);
  if (/^(?:cc ?0|cc zero)|publicdomain zero/.test(key)) return ['CC0'];
  if (/^public domain|publicdomain mark/.test(key)) return ['Public domain'];
  if (/^(?:the )?publishers? own licen[cs]e$|^own licen[cs]e$/.test(key)) return ["Publisher's own license"];
  const elements =
    / (?:licenses|licences) (by(?: nc)?(?: sa| nd)?)\b/.exec(` ${key}`)?.[1] ??
    /^(?:cc|creative commons)? ?(by(?: nc)?(?: sa| nd)?)(?: \d.*)?$/.exec(
      key
        .replace('attribution', 'by')
        .replace(/non ?commercial/, 'nc')
        .replace(/share ?alike/, 'sa')
        .replace(/no ?deriv(?:ative)?s?/, 'nd'),
    )?.[1];
  return elements ? [`CC ${elements.toUpperCase().replaceAll(' ', '-')}`] : [];
}

/** A code with its sign, such as `€ EUR` or `USD $`, or a name. */
function currencyMeantBy(key: string): string[] {
  const code = /^(?:\p{Sc} )?([a-z]{3})(?: ?\p{Sc})?$/u.exec(key)?.[1];
  if (code === key) return [];
  return code === undefined ? (namesInAllLanguages('currency').get(key) ?? []) : [code.toUpperCase()];
}

function flagOf(text: string): string[] | null {
  const letters = [...text.trim()].map((sign) => sign.codePointAt(0)! - 0x1f1e6);
  if (letters.length !== 2 || letters.some((letter) => letter < 0 || letter > 25)) return null;
  return [String.fromCharCode(...letters.map((letter) => 65 + letter))];
}

/** The languages in which names of languages, countries and currencies are recognised. */
const nameLanguages = [
  'en',
  'de',
  'fr',
  'es',
  'pt',
  'it',
  'nl',
  'pl',
  'ru',
  'uk',
  'tr',
  'id',
  'zh',
  'ja',
  'ko',
  'ar',
  'fa',
  'cs',
  'sv',
  'da',
  'nb',
  'fi',
  'hu',
  'ro',
  'hr',
  'sr',
];
const nameTables = new Map<string, Map<string, string[]>>();

const listsNamed = {
  language: vocabularies.languages_2letter,
  region: vocabularies.countries,
  currency: vocabularies.currencies,
};

/** Codes by their normalised names in many languages, built when first needed. */
function namesInAllLanguages(type: keyof typeof listsNamed): Map<string, string[]> {
  const cached = nameTables.get(type);
  if (cached) return cached;
  const codes = Object.keys(listsNamed[type]);
  const found = new Map<string, Set<string>>();
  for (const language of nameLanguages) {
    const names = new Intl.DisplayNames([language], { type, fallback: 'none' });
    for (const code of codes) {
      const name = names.of(type === 'language' ? code.toLowerCase() : code);
      if (name === undefined) continue;
      const key = plainKey(name);
      found.set(key, (found.get(key) ?? new Set()).add(code));
    }
  }
  const table = new Map([...found].filter(([key]) => key !== '').map(([key, codes]) => [key, [...codes]]));
  nameTables.set(type, table);
  return table;
}
