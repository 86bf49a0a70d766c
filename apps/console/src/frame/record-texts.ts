import type { Texts } from './languages.js';

/** The texts of the pages of records, and of the parts of their forms that load on their own. */
export const recordTexts: Texts = (language) => import(`../locales/parts/${language}.po`);
