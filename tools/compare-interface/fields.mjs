// Flattens a schema of an OpenAPI document: each field by its path, with its types and values.

const deepest = 12;

/** @returns the schema behind a reference in `document`, and a set of references that cannot lead back to it */
function resolved(document, schema, seen) {
  if (!schema?.$ref) return { schema, seen };
  if (seen.has(schema.$ref)) return { schema: {}, seen };
  const target = schema.$ref
    .slice(2)
    .split('/')
    .reduce((node, key) => node?.[key.replaceAll('~1', '/').replaceAll('~0', '~')], document);
  if (!target) throw new Error(`${schema.$ref} leads nowhere`);
  return resolved(document, target, new Set([...seen, schema.$ref]));
}

const listed = (value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]);

/** Types that a schema states itself, or that follow from its other keywords. */
function ownTypes(schema) {
  if (schema.const !== undefined) return [typeOf(schema.const)];
  if (schema.type !== undefined) return listed(schema.type);
  if (schema.enum) return [...new Set(schema.enum.map(typeOf))];
  if (schema.properties || schema.additionalProperties) return ['object'];
  return schema.items ? ['array'] : [];
}

const typeOf = (value) =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value;

/** The reference defines long lists elsewhere and only mentions them: any value is accepted then. */
const isElsewhere = (value) => /^\d+ values: see /.test(value);

function ownValues(schema) {
  if (schema.const !== undefined) return [schema.const];
  if (!schema.enum || schema.enum.some(isElsewhere)) return null;
  return schema.enum.filter((value) => value !== null);
}

/**
 * The fields of a schema, with `allOf` and alternatives merged.
 * @returns Map of path (`customer.metadata[].key`) to `{ types: Set, values: Set | null }`; values: null if any are
 * accepted
 */
export function fieldsOf(document, schema) {
  const fields = new Map();
  const walk = (reference, path, seen) => {
    const { schema: resolvedSchema, seen: passed } = resolved(document, reference, seen);
    if (!resolvedSchema || path.split('.').length > deepest) return;
    const field = fields.get(path) ?? { types: new Set(), values: undefined };
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
  for (const field of fields.values()) field.values ??= null;
  return fields;
}

const jsonOf = (content) => content?.['application/json']?.schema ?? Object.values(content ?? {})[0]?.schema;

/** A parameter is text in an address; only whether it is a list matters. */
const asSent = (types) => new Set([...types].map((type) => (type === 'array' ? 'array' : 'text')));

/**
 * The operations of a document by method and path, ignoring the names in paths.
 * @returns Map of `GET /customers/{}` to its parameters, body and answer, each as fields
 */
export function operationsOf(document) {
  const operations = new Map();
  for (const [path, item] of Object.entries(document.paths))
    for (const method of ['get', 'post', 'put', 'patch', 'delete']) {
      const operation = item[method];
      if (!operation) continue;
      const parameters = [...listed(item.parameters), ...listed(operation.parameters)]
        .map((parameter) => resolved(document, parameter, new Set()).schema)
        .filter((parameter) => parameter.in === 'query');
      const query = new Map(
        parameters.flatMap(({ name, schema }) => {
          const path = name.replace(/\[.*/, '');
          const [field] = fieldsOf(document, { properties: { [path]: schema } }).values();
          return [[path, { ...field, types: asSent(field.types) }]];
        }),
      );
      const answer = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1];
      operations.set(`${method.toUpperCase()} ${path.replace(/\{[^}]*\}/g, '{}')}`, {
        query,
        body: fieldsOf(document, jsonOf(resolved(document, operation.requestBody, new Set()).schema?.content) ?? {}),
        answer: fieldsOf(document, jsonOf(resolved(document, answer, new Set()).schema?.content) ?? {}),
      });
    }
  return operations;
}
