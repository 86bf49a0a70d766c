import { allRoutes, openApiDocument } from '@tollgate/contracts';

export type Json = Record<string, unknown>;
/** Keywords of JSON schemas that state a bound, and their names in the `limits` of an error. */
export const nameOfLimit = { maxLength: 'max_length', maxItems: 'max_items', maximum: 'maximum' } as const;
export type Keyword = keyof typeof nameOfLimit;

export const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** The published document, in which the bounds stand. */
export const document = openApiDocument(allRoutes, {
  version: '1',
  serverUrl: '',
  identifierPrefix: 'svc',
}) as Json & { paths: Record<string, Json>; components: Json };

/** Follows the references of a schema or parameter. */
export function resolved(schema: Json): Json {
  const { $ref: reference } = schema;
  if (typeof reference !== 'string') return schema;
  const [, , kind = '', name = ''] = reference.split('/');
  return resolved((document.components[kind] as Record<string, Json>)[name] ?? {});
}

/** Codes of errors about limits. */
export const codesOfLimits = /too_long|out_of_range|too_many|invalid_count|invalid_number_of/;

/** The codes of a field in the details of an error. */
export function codesOf(details: unknown, field: string): string[] {
  const codes = isObject(details) ? details[field] : undefined;
  return Array.isArray(codes) ? codes.map(String) : [];
}
