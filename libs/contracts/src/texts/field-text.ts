/** The meaning of a field or parameter, and an example of its value; absent if its type gives one. */
export type FieldText = readonly [description: string, example?: string | number | boolean];

/** Texts by the name of the field, or by component and field where a name means something else: `Email.status`. */
export type FieldTexts = Readonly<Record<string, FieldText>>;

/** The identifier in examples. */
export const exampleId = '0197f3a2-6c1e-7b53-9d42-3f1c5e8a7b90';
