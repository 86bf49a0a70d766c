// The generators add lines to existing files in one way.

/** Replaces the place of an addition. It refuses a text with an unexpected form, so nothing is left half done. */
export function changed(text, pattern, replacement, declaration) {
  if (!pattern.test(text)) throw new Error(`${declaration}: the place for the addition is not found (${pattern})`);
  return text.replace(pattern, replacement);
}
