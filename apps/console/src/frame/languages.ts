import { i18n } from '@lingui/core';
import { localeFor, preferredLanguage, type Language } from './preferred-language.js';

const choice = 'tollgate.language';

/** Loads texts in a language. */
export type Texts = (language: Language) => Promise<{ messages: Record<string, string> }>;
const common: Texts = (language) => import(`../locales/${language}.po`);
export const settingsTexts: Texts = (language) => import(`../locales/settings/${language}.po`);
export const recordTexts: Texts = (language) => import(`../locales/parts/${language}.po`);
/** The texts of all pages, and of the parts that the person has opened. */
const parts = new Set([common]);
let shown: Language = 'en';

/** The language that this browser has chosen; null without one, and in a frame whose browser blocks its storage. */
function chosenHere(): string | null {
  try {
    return window.localStorage.getItem(choice);
  } catch {
    return null;
  }
}

const localeOf = (language: Language): string => localeFor(language, window.navigator.languages);

/** Loads the texts of a language and shows the page in it. */
export async function showIn(language: Language): Promise<void> {
  const locale = localeOf(language);
  for (const { messages } of await Promise.all([...parts].map((texts) => texts(language)))) i18n.load(locale, messages);
  shown = language;
  i18n.activate(locale);
  document.documentElement.lang = language;
}

/** Adds the texts of a part of the pages, in the language of the page and in each that it changes to. */
export async function addTexts(texts: Texts): Promise<void> {
  if (parts.has(texts)) return;
  parts.add(texts);
  const language = shown;
  try {
    const { messages } = await texts(language);
    i18n.load(localeOf(language), messages);
  } catch (error) {
    parts.delete(texts);
    throw error;
  }
}

export const showPreferred = (): Promise<void> => showIn(preferredLanguage(chosenHere(), window.navigator.languages));

/**
 * Shows a page for a reader, unless this browser has chosen another language.
 * @param own the reader's language, as far as known; before those of the browser
 * @param usual the language for readers whose own is unknown, after those of the browser
 */
export const showFor = (own: string | null, usual: string | null): Promise<void> => {
  const known = [own, ...window.navigator.languages, usual].filter((locale) => locale !== null);
  return showIn(preferredLanguage(chosenHere(), known));
};

/** Shows the pages in a language from now on. */
export async function choose(language: Language): Promise<void> {
  window.localStorage.setItem(choice, language);
  await showIn(language);
}
