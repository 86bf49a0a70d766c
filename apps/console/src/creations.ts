import type { Creation } from './acts/act.js';
import { creationsOf } from './acts/creations.js';
import { addTexts, recordTexts, settingsTexts } from './frame/languages.js';

/** The files in which features declare their acts. They come with this one, which the search loads when it opens. */
const modules = import.meta.glob<object>('./features/*/{acts,creations}.tsx', { eager: true });

/** The acts of all features that need no record, once their texts are there. */
export async function loadCreations(): Promise<readonly Creation[]> {
  await Promise.all([addTexts(settingsTexts), addTexts(recordTexts)]);
  return creationsOf(Object.values(modules));
}
