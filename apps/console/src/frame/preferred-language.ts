/** The languages of the pages, by their own names. */
export const languages = { en: 'English', fr: 'Français', de: 'Deutsch', es: 'Español', ja: '日本語' } as const;
export type Language = keyof typeof languages;

const isLanguage = (text: string): text is Language => Object.hasOwn(languages, text);

/** The language of the texts in which a page shows dates and numbers by a region, such as `en-GB`. */
export function languageOf(locale: string): Language {
  const [language = ''] = locale.split('-');
  return isLanguage(language) ? language : 'en';
}

/** The first locale of the browser in a language, so that dates and numbers look as at home; else the language alone. */
export const localeFor = (language: Language, browser: readonly string[]): string =>
  browser.find((tag) => tag.split('-')[0] === language) ?? language;

/** The chosen language, or else the first one of the browser that the pages have. */
export function preferredLanguage(chosen: string | null, browser: readonly string[]): Language {
  const requested = [chosen ?? '', ...browser].map((tag) => tag.split('-')[0] ?? '');
  return requested.find(isLanguage) ?? 'en';
}
