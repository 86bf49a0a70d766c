import { zhTW } from './labels/chinese.js';
import { en } from './labels/english.js';
import { fr } from './labels/french.js';
import { de } from './labels/german.js';
import { it } from './labels/italian.js';
import type { Labels } from './labels/labels.js';
import { nb } from './labels/norwegian.js';
import { pt } from './labels/portuguese.js';
import { es } from './labels/spanish.js';
import { sv } from './labels/swedish.js';

const languages: Record<string, Labels> = { en, de, fr, es, it, nb, sv, 'pt-BR': pt, 'zh-TW': zhTW };

/** Selects the language of a document: English when labels for the locale are missing. */
export const languageOf = (locale: string): string => (Object.hasOwn(languages, locale) ? locale : 'en');

export const labelsOf = (language: string): Labels => languages[language] ?? en;
