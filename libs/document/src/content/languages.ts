import { documentLanguageOf, documentLocales, type DocumentLanguage } from '@tollgate/contracts';
import { zhTW } from './labels/chinese.js';
import { nl } from './labels/dutch.js';
import { en } from './labels/english.js';
import { fr } from './labels/french.js';
import { de } from './labels/german.js';
import { it } from './labels/italian.js';
import type { Labels } from './labels/labels.js';
import { ja } from './labels/japanese.js';
import { nb } from './labels/norwegian.js';
import { pl } from './labels/polish.js';
import { pt } from './labels/portuguese.js';
import { es } from './labels/spanish.js';
import { sv } from './labels/swedish.js';

const languages: Record<DocumentLanguage, Labels> = {
  ...{ en, de, fr, es, it, nb, sv, nl, pl, ja },
  ...{ 'pt-BR': pt, 'zh-TW': zhTW },
};

/** Selects the locale of a document: English when labels for it are missing. */
export const languageOf = (locale: string): string => documentLocales.find((known) => known === locale) ?? 'en';

/** The labels of a locale; a region has those of its language. */
export const labelsOf = (locale: string): Labels => languages[documentLanguageOf(locale) ?? 'en'];
