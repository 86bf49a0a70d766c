import { i18n } from '@lingui/core';
import { preferredLanguage, type Language } from './preferred-language.js';

const choice = 'tollgate.language';

/** Loads the texts of a language and shows the page in it. */
export async function showIn(language: Language): Promise<void> {
  const { messages } = (await import(`../locales/${language}.po`)) as { messages: Record<string, string> };
  i18n.load(language, messages);
  i18n.activate(language);
  document.documentElement.lang = language;
}

export const showPreferred = (): Promise<void> =>
  showIn(preferredLanguage(window.localStorage.getItem(choice), window.navigator.languages));

/** Shows a page for a reader whose languages are known, unless this browser has chosen another one. */
export const showFor = (locales: readonly (string | null)[]): Promise<void> => {
  const known = locales.filter((locale) => locale !== null);
  return showIn(preferredLanguage(window.localStorage.getItem(choice), [...known, ...window.navigator.languages]));
};

/** Shows the pages in a language from now on. */
export async function choose(language: Language): Promise<void> {
  window.localStorage.setItem(choice, language);
  await showIn(language);
}
