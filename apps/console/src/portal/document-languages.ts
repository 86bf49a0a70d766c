/** Languages of documents, by their own names. */
export const documentLanguages = {
  en: 'English',
  'en-GB': 'English (United Kingdom)',
  fr: 'Français',
  'fr-CH': 'Français (Suisse)',
  de: 'Deutsch',
  'de-AT': 'Deutsch (Österreich)',
  'de-CH': 'Deutsch (Schweiz)',
  es: 'Español',
  it: 'Italiano',
  ja: '日本語',
  nb: 'Norsk bokmål',
  nl: 'Nederlands',
  pl: 'Polski',
  'pt-BR': 'Português (Brasil)',
  sv: 'Svenska',
  'zh-TW': '繁體中文',
} as const;
