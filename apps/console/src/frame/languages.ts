import { i18n } from '@lingui/core';
import { localeFor, preferredLanguage, type Language } from './preferred-language.js';

const choice = 'tollgate.language';

/** Loads the texts of a language and shows the page in it. */
export async function showIn(language: Language): Promise<void> {
  const { messages } = (await import(`../locales/${language}.po`)) as { messages: Record<string, string> };
  const locale = localeFor(language, window.navigator.languages);
  i18n.load(locale, messages);
  i18n.activate(locale);
  document.documentElement.lang = language;
}

export const showPreferred = (): Promise<void> =>
  showIn(preferredLanguage(window.localStorage.getItem(choice), window.navigator.languages));

/**
 * Shows a page for a reader, unless this browser has chosen another language.
 * @param own the reader's language, as far as known; before those of the browser
 * @param usual the language for readers whose own is unknown, after those of the browser
 */
export const showFor = (own: string | null, usual: string | null): Promise<void> => {
  const known = [own, ...window.navigator.languages, usual].filter((locale) => locale !== null);
  return showIn(preferredLanguage(window.localStorage.getItem(choice), known));
};

/** Shows the pages in a language from now on. */
export async function choose(language: Language): Promise<void> {
  window.localStorage.setItem(choice, language);
  await showIn(language);
}
