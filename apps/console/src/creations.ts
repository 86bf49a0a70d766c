import type { Creation } from './acts/act.js';
import { creationsOf } from './acts/creations.js';
import { addTexts, recordTexts, settingsTexts } from './frame/languages.js';

/** The files in which features declare their acts. */
const files = import.meta.glob<object>('./features/*/{acts,creations}.tsx');

/** Loads the acts of all features that need no record, with their texts. */
export async function loadCreations(): Promise<readonly Creation[]> {
  const [modules] = await Promise.all([
    Promise.all(Object.values(files).map((load) => load())),
    addTexts(settingsTexts),
    addTexts(recordTexts),
  ]);
  return creationsOf(modules);
}
