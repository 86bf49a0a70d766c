// Adds to declared parameters what Stripe's OpenAPI document alone states: lengths, and which numbers are whole.
import type { Schema } from './schema.ts';

interface OpenApiSchema {
  type?: string;
  maxLength?: number;
  properties?: Record<string, OpenApiSchema>;
  items?: OpenApiSchema;
  anyOf?: OpenApiSchema[];
  additionalProperties?: OpenApiSchema | boolean;
}

interface OpenApiOperation {
  parameters?: { name: string; in: string; schema: OpenApiSchema }[];
  requestBody?: { content: Record<string, { schema: OpenApiSchema }> };
}

export interface OpenApiDocument {
  info: { version: string };
  paths: Record<string, Record<string, OpenApiOperation>>;
}

/** Names of parameters differ: `/v1/customers/:id` is `/v1/customers/{customer}` in the document. */
const shapeOf = (path: string): string => path.replace(/\{[^}]+\}|:\w+/g, ':');

function documented(operation: string, document: OpenApiDocument): OpenApiSchema {
  const [method = '', path = ''] = operation.split(' ');
  const found = Object.entries(document.paths).find(([name]) => shapeOf(name) === shapeOf(path))?.[1];
  const described = found?.[method.toLowerCase()];
  if (!described) throw new Error(`${operation} is not in the OpenAPI document`);
  const body = Object.values(described.requestBody?.content ?? {})[0]?.schema;
  const query = (described.parameters ?? []).filter((parameter) => parameter.in === 'query');
  return {
    properties: { ...body?.properties, ...Object.fromEntries(query.map(({ name, schema }) => [name, schema])) },
  };
}

/** The alternatives of a schema, without empty texts that stand for "remove it". */
const alternativesOf = (schema: OpenApiSchema | undefined): OpenApiSchema[] =>
  schema?.anyOf ? schema.anyOf.flatMap(alternativesOf) : schema ? [schema] : [];

function limit(schema: Schema, alternatives: OpenApiSchema[]): Schema {
  if (schema === 'text') {
    const lengths = alternatives.flatMap(({ type, maxLength }) => (type === 'string' && maxLength ? [maxLength] : []));
    const length = lengths.length > 0 ? Math.max(...lengths) : 5000;
    return length === 5000 ? 'text' : `text:${length}`;
  }
  if (schema === 'number')
    return alternatives.some(({ type }) => type === 'number' || type === 'string') ? 'number' : 'integer';
  if (typeof schema === 'string' || 'values' in schema || 'see' in schema) return schema;
  if ('items' in schema) {
    const items = alternatives.flatMap(({ items: inner }) => alternativesOf(inner));
    return { items: limit(schema.items, items) };
  }
  if ('any' in schema) return { any: schema.any.map((part) => limit(part, alternatives)) };
  const fieldOf = (name: string) => alternatives.flatMap(({ properties }) => alternativesOf(properties?.[name]));
  const fields = Object.fromEntries(
    Object.entries(schema.fields).map(([name, field]) => [name, limit(field, fieldOf(name))]),
  );
  return { ...schema, fields };
}

/** @returns the schema of an operation with lengths and whole numbers. @throws Error if the document lacks it */
export function addLimits(schema: Schema, operation: string, document: OpenApiDocument): Schema {
  return limit(schema, [documented(operation, document)]);
}
