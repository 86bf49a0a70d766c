// The form of parameters.json.

/**
 * The values that a parameter accepts. A text is `text`, `text:N` with at most N characters, `number`, `integer`, `boolean` or
 * `metadata`.
 */
export type Schema =
  string | { values: string[] } | { items: Schema } | { any: Schema[] } | { see: string } | ObjectSchema;

/** An object: its fields, those that it must have, and what fields with other names accept. */
export interface ObjectSchema {
  fields: Record<string, Schema>;
  required?: string[];
  rest?: Schema;
}

/** Parameters of all operations; `see` refers to a definition. */
export interface ParameterTable {
  source: { sdk: string; api: string; limits: string };
  definitions: Record<string, Schema>;
  operations: Record<string, Schema>;
}
