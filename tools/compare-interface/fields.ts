// Flattens a schema of an OpenAPI document: each field by its path, with its types and values.

const deepest = 12;

export type Value = string | number | boolean | null;

export interface Schema {
  $ref?: string;
  const?: Value;
  type?: string | string[];
  enum?: Value[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}

interface Reference {
  $ref?: string;
}

export interface Parameter extends Reference {
  name: string;
  in: string;
  schema: Schema;
}

/** A body or an answer. */
export interface Payload extends Reference {
  content?: Record<string, { schema?: Schema }>;
}

export interface Operation {
  parameters?: Parameter[];
  requestBody?: Payload;
  responses: Record<string, Payload>;
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** The operations of one path. */
export type PathItem = { parameters?: Parameter[] } & Partial<Record<(typeof methods)[number], Operation>>;

/** The parts of an OpenAPI document that matter here. */
export interface OpenApiDocument {
  paths: Record<string, PathItem>;
  components?: { schemas?: Record<string, Schema> };
}

/** A field's types, and its values; null: any are accepted. */
export interface Field {
  types: Set<string>;
  values: Set<Value> | null;
}

/** Fields by their path: `customer.metadata[].key`. */
export type Fields = Map<string, Field>;

const isNode = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** @returns the object behind a reference in `document`, and a set of references that cannot lead back to it */
function resolved<Kind extends Reference>(
  document: OpenApiDocument,
  schema: Kind | undefined,
  seen: ReadonlySet<string>,
): { schema: Kind | undefined; seen: ReadonlySet<string> } {
  if (!schema?.$ref) return { schema, seen };
  if (seen.has(schema.$ref)) return { schema: undefined, seen };
  const target = schema.$ref
    .slice(2)
    .split('/')
    .reduce<unknown>(
      (node, key) => (isNode(node) ? node[key.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined),
      document,
    );
  if (!target) throw new Error(`${schema.$ref} leads nowhere`);
  return resolved(document, target as Kind, new Set([...seen, schema.$ref]));
}

const listed = <Item>(value: Item | Item[] | undefined): Item[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];

/** Types that a schema states itself, or that follow from its other keywords. */
function ownTypes(schema: Schema): string[] {
  if (schema.const !== undefined) return [typeOf(schema.const)];
  if (schema.type !== undefined) return listed(schema.type);
  if (schema.enum) return [...new Set(schema.enum.map(typeOf))];
  if (schema.properties || schema.additionalProperties) return ['object'];
  return schema.items ? ['array'] : [];
}

const typeOf = (value: Value): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value;

/** The reference defines long lists elsewhere and only mentions them: any value is accepted then. */
const isElsewhere = (value: Value): boolean => /^\d+ values: see /.test(String(value));

function ownValues(schema: Schema): Value[] | null {
  if (schema.const !== undefined) return [schema.const];
  if (!schema.enum || schema.enum.some(isElsewhere)) return null;
  return schema.enum.filter((value) => value !== null);
}

/** The fields of a schema, with `allOf` and alternatives merged. */
export function fieldsOf(document: OpenApiDocument, schema: Schema): Fields {
  // Values are undefined as long as nothing states them.
  const fields = new Map<string, { types: Set<string>; values: Set<Value> | null | undefined }>();
  const walk = (reference: Schema, path: string, seen: ReadonlySet<string>): void => {
    const { schema: resolvedSchema, seen: passed } = resolved(document, reference, seen);
    if (!resolvedSchema || path.split('.').length > deepest) return;
    const field = fields.get(path) ?? { types: new Set<string>(), values: undefined };
    fields.set(path, field);
    for (const type of ownTypes(resolvedSchema)) field.types.add(type);
    const values = ownValues(resolvedSchema);
    const isPlain = ownTypes(resolvedSchema).some((type) => type !== 'null' && type !== 'object' && type !== 'array');
    if (values && field.values !== null) field.values = new Set([...(field.values ?? []), ...values]);
    else if (isPlain) field.values = null;
    for (const part of [
      ...listed(resolvedSchema.allOf),
      ...listed(resolvedSchema.anyOf),
      ...listed(resolvedSchema.oneOf),
    ])
      walk(part, path, passed);
    for (const [name, inner] of Object.entries(resolvedSchema.properties ?? {}))
      walk(inner, path ? `${path}.${name}` : name, passed);
    if (resolvedSchema.items) walk(resolvedSchema.items, `${path}[]`, passed);
    const rest = resolvedSchema.additionalProperties;
    if (rest && typeof rest === 'object' && Object.keys(rest).length > 0) walk(rest, `${path}.*`, passed);
  };
  walk(schema, '', new Set());
  fields.delete('');
  return new Map([...fields].map(([path, { types, values = null }]) => [path, { types, values }]));
}

const jsonOf = (content: Payload['content']): Schema | undefined =>
  content?.['application/json']?.schema ?? Object.values(content ?? {})[0]?.schema;

/** A parameter is text in an address; only whether it is a list matters. */
const asSent = (types: Set<string>): Set<string> =>
  new Set([...types].map((type) => (type === 'array' ? 'array' : 'text')));

/** A parameter as a field. */
function fieldOf(document: OpenApiDocument, { name, schema }: Parameter): [string, Field][] {
  const path = name.replace(/\[.*/, '');
  const [field] = fieldsOf(document, { properties: { [path]: schema } }).values();
  return field ? [[path, { ...field, types: asSent(field.types) }]] : [];
}

const contentOf = (document: OpenApiDocument, payload: Payload | undefined): Schema =>
  jsonOf(resolved(document, payload, new Set()).schema?.content) ?? {};

/** The input and the answer of an operation. */
export interface Parts {
  query: Fields;
  body: Fields;
  answer: Fields;
}

/** The operations of a document by method and path (`GET /customers/{}`), ignoring the names in paths. */
export function operationsOf(document: OpenApiDocument): Map<string, Parts> {
  const operations = new Map<string, Parts>();
  for (const [path, item] of Object.entries(document.paths))
    for (const method of methods) {
      const operation = item[method];
      if (!operation) continue;
      const parameters = [...listed(item.parameters), ...listed(operation.parameters)].flatMap((parameter) => {
        const { schema } = resolved(document, parameter, new Set());
        return schema?.in === 'query' ? [schema] : [];
      });
      const answer = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1];
      operations.set(`${method.toUpperCase()} ${path.replace(/\{[^}]*\}/g, '{}')}`, {
        query: new Map(parameters.flatMap((parameter) => fieldOf(document, parameter))),
        body: fieldsOf(document, contentOf(document, operation.requestBody)),
        answer: fieldsOf(document, contentOf(document, answer)),
      });
    }
  return operations;
}
