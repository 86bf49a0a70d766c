import { english, type Labels } from './labels.js';
import { zhTW } from './labels-chinese.js';
import { de, nb, sv } from './labels-germanic.js';
import { es, fr, it, pt } from './labels-romance.js';

const languages: Record<string, Labels> = { en: english, de, fr, es, it, nb, sv, 'pt-BR': pt, 'zh-TW': zhTW };

/** The language of a document: English where there are no words of another. */
export const languageOf = (locale: string): string => (Object.hasOwn(languages, locale) ? locale : 'en');

export const labelsOf = (language: string): Labels => languages[language] ?? english;
