import { english, type Labels } from './labels.js';
import { zhTW } from './labels-chinese.js';
import { de, nb, sv } from './labels-germanic.js';
import { es, fr, it, pt } from './labels-romance.js';

const languages: Record<string, Labels> = { en: english, de, fr, es, it, nb, sv, 'pt-BR': pt, 'zh-TW': zhTW };

/** Selects the language of a document: English when labels for the locale are missing. */
export const languageOf = (locale: string): string => (Object.hasOwn(languages, locale) ? locale : 'en');

export const labelsOf = (language: string): Labels => languages[language] ?? english;
