/** A JSON schema, as far as the reference of a call shows it. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
}

/** A field of a body or an answer; fields of objects in it have its name before theirs, such as `fee.item.code`. */
export interface FieldReference {
  name: string;
  type: string;
  description: string | null;
  required: boolean;
}

const mostFields = 250;
const deepest = 4;
const mostChoices = 20;

type Schemas = Readonly<Record<string, JsonSchema>>;

/** The fields of a schema in their order, with those of objects within it, up to a depth and a number. */
export function fieldsOf(schema: JsonSchema | undefined, schemas: Schemas): FieldReference[] {
  const fields: FieldReference[] = [];
  const add = (one: JsonSchema | undefined, before: string, depth: number) => {
    const { properties, required = [] } = objectOf(one, schemas) ?? {};
    if (!properties || depth > deepest) return;
    for (const [name, inner] of Object.entries(properties)) {
      if (fields.length >= mostFields) return;
      fields.push({
        name: before + name,
        type: typeOf(inner, schemas),
        description: inner.description ?? resolved(inner, schemas).description ?? null,
        required: required.includes(name),
      });
      add(inner, `${before}${name}.`, depth + 1);
    }
  };
  add(schema, '', 1);
  return fields;
}

/** The object that a schema is, holds in a list, or has as its first alternative; undefined for plain values. */
function objectOf(schema: JsonSchema | undefined, schemas: Schemas): JsonSchema | undefined {
  if (!schema) return undefined;
  const one = resolved(schema, schemas);
  if (one.properties) return one;
  if (one.items) return objectOf(one.items, schemas);
  return (one.anyOf ?? one.oneOf ?? []).map((each) => objectOf(each, schemas)).find((each) => each !== undefined);
}

function typeOf(schema: JsonSchema, schemas: Schemas): string {
  const one = resolved(schema, schemas);
  if (one.enum) return one.enum.slice(0, mostChoices).map(String).join(' | ');
  if (one.const !== undefined) return String(one.const);
  if (one.items) return `list of ${typeOf(one.items, schemas)}`;
  if (one.properties) return 'object';
  const alternatives = one.anyOf ?? one.oneOf;
  if (alternatives) return [...new Set(alternatives.map((each) => typeOf(each, schemas)))].join(' | ');
  return [one.type ?? 'any'].flat().join(' | ');
}

const resolved = (schema: JsonSchema, schemas: Schemas): JsonSchema =>
  schema.$ref === undefined ? schema : (schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
