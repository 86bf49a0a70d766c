/** The meaning of a field, parameter or shape in the interface document, and an example of its value. */
export type FieldText = readonly [description: string, example?: string | number | boolean];

const texts = new WeakMap<object, FieldText>();

/**
 * Gives a field, a parameter or a shape its text in the interface document.
 * @param schema its own schema: one that is shared would have the text everywhere
 * @param text the meaning, and an example where the type of the schema gives none
 */
export function described<S extends object>(schema: S, ...text: FieldText): S {
  if (texts.has(schema)) throw new Error(`This has a text already: ${texts.get(schema)?.[0]}`);
  texts.set(schema, text);
  return schema;
}

/** Gives a field the text of another one, unless it has a text of its own or the other has none. */
export function describedLike<S extends object>(schema: S, other: object): S {
  const text = texts.get(other);
  return text === undefined || texts.has(schema) ? schema : described(schema, ...text);
}

/** The text of a field, a parameter or a shape, if it has one of its own. */
export const textOfField = (schema: object): FieldText | undefined => texts.get(schema);
