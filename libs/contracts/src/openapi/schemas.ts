import { z } from 'zod';
import type { Body } from '../http/body.js';
import { bounds } from '../http/bounds.js';
import { elementsOf, membersOf } from '../http/fields.js';
import { Meta } from '../http/route.js';
import * as resources from '../resources/index.js';
import { withReading, type Reading } from './otherwise.js';

export type Json = Record<string, unknown>;

/** Exported contracts keep their names in the document. */
const names = new Map<unknown, string>(Object.entries({ Meta, ...resources }).map(([name, value]) => [value, name]));

const namedAnswers = z.registry<{ id?: string }>();
for (const [value, id] of names) if (value instanceof z.ZodObject) namedAnswers.add(value, { id });

const isRecord = (value: unknown): value is Json =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Converts contracts to the JSON Schemas of the interface document, and collects the named ones. */
export class Schemas {
  readonly components: Json = {};

  constructor(private readonly identifierPrefix: string) {}

  /** Spells an internal name, such as `svc_id`, with this installation's prefix. */
  spelled(name: string): string {
    return name.startsWith('svc_') ? `${this.identifierPrefix}${name.slice(3)}` : name;
  }

  /** The schema of a call's answer; it refers to named objects. */
  answer(schema: z.ZodType): Json {
    const {
      $schema: _,
      $defs = {},
      ...own
    } = z.toJSONSchema(schema, {
      io: 'output',
      metadata: namedAnswers,
      unrepresentable: 'any',
      override: described,
    });
    for (const [name, { id: __, ...definition }] of Object.entries($defs))
      this.components[name] ??= this.adapted(definition);
    return this.adapted(own);
  }

  /** The schema of a body. A field is required if its absence is an error. */
  body(body: Body): Json {
    const properties = Object.fromEntries(
      Object.entries(body.shape).map(([field, schema]) => [field, this.input(schema as z.ZodType)]),
    );
    const required = Object.entries(body.shape)
      .filter(([, schema]) => isRequired(schema as z.ZodType))
      .map(([field]) => field);
    const schema = this.adapted({ type: 'object', properties, ...(required.length > 0 ? { required } : {}) });
    const name = names.get(body);
    if (name === undefined) return schema;
    this.components[name] = schema;
    return { $ref: `#/components/schemas/${name}` };
  }

  /** The schema of a single field or parameter. */
  input(schema: z.ZodType): Json {
    const inner = membersOf(schema);
    if (inner) return this.body(inner);
    const element = elementsOf(schema);
    if (element)
      return isLenientList(schema) ? lenientList(this.body(element)) : { type: 'array', items: this.body(element) };
    const { $schema: _, ...own } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override: described });
    return this.adapted(own);
  }

  /** Adapts a schema: references into this document, and identifiers with this installation's prefix. */
  private adapted(schema: unknown): Json {
    return this.adapt(schema) as Json;
  }

  private adapt(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.adapt(item));
    if (!isRecord(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, this.adaptMember(key, inner)]));
  }

  private adaptMember(key: string, value: unknown): unknown {
    if (key === '$ref' && typeof value === 'string') return value.replace('#/$defs/', '#/components/schemas/');
    if (key === 'required' && Array.isArray(value)) return value.map((name) => this.spelled(String(name)));
    if (key !== 'properties' || !isRecord(value)) return this.adapt(value);
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [this.spelled(name), this.adapt(inner)]));
  }
}

/**
 * Adds a schema's own formats and descriptions (a separate registry holds names). It removes keywords that do not help
 * readers, or that would forbid additional answer fields.
 */
function described({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}): void {
  const { otherwise, ...recorded } = (z.globalRegistry.get(zodSchema) ?? {}) as Json & { otherwise?: Reading };
  Object.assign(jsonSchema, recorded);
  delete jsonSchema['otherwise'];
  for (const [key, value] of Object.entries(jsonSchema)) if (value === undefined) delete jsonSchema[key];
  if (jsonSchema.format === 'uuid') delete jsonSchema.pattern;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  if (otherwise === undefined) return;
  const read = withReading({ ...jsonSchema }, otherwise);
  for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
  Object.assign(jsonSchema, read);
}

const isLenientList = (schema: z.ZodType) => z.globalRegistry.get(schema)?.['otherwise'] === 'noListIsAbsent';
const lenientList = (element: Json): Json =>
  withReading(
    { type: 'array', items: withReading(element, 'noObjectIsDropped'), maxItems: bounds.items },
    'noListIsAbsent',
  );

export const isRequired = (schema: z.ZodType): boolean => !schema.safeParse(undefined).success;
