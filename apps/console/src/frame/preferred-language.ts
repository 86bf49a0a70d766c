/** The languages of the pages, by their own names. */
export const languages = { en: 'English', fr: 'Français', de: 'Deutsch', es: 'Español', ja: '日本語' } as const;
export type Language = keyof typeof languages;

const isLanguage = (text: string): text is Language => Object.hasOwn(languages, text);

/** The chosen language, or else the first one of the browser that the pages have. */
export function preferredLanguage(chosen: string | null, browser: readonly string[]): Language {
  const requested = [chosen ?? '', ...browser].map((tag) => tag.split('-')[0] ?? '');
  return requested.find(isLanguage) ?? 'en';
}
