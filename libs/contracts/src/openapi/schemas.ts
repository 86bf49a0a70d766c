import { isDeepStrictEqual } from 'node:util';
import { textOfField, type FieldText } from '@tollgate/rating';
import { z } from 'zod';
import type { Body } from '../http/body.js';
import { countries, timezones } from '../http/enums.js';
import { currencyCodes, elementsOf, membersOf } from '../http/fields.js';
import { Meta } from '../http/route.js';
import { isExpected, strictShapeOf } from '../http/strict.js';
import * as resources from '../resources/index.js';
import { withoutReading, withReading, type Reading } from './otherwise.js';

export type Json = Record<string, unknown>;

/** Exported contracts keep their names in the document. */
const names = new Map<unknown, string>(
  Object.entries({ Meta, ...resources, ...resources.propertyShapes, ...resources.detailShapes }).map(
    ([name, value]) => [value, name],
  ),
);

const namedAnswers = z.registry<{ id?: string }>();
for (const [value, id] of names)
  if (value instanceof z.ZodObject || value instanceof z.ZodUnion || value instanceof z.ZodRecord)
    namedAnswers.add(value, { id });

const isRecord = (value: unknown): value is Json =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Long lists of values that many fields share: their names and texts by their values. */
const namedLists = new Map<string, { name: string; text: FieldText }>([
  [String(countries), { name: 'Country', text: ['A country (ISO 3166-1 alpha-2)'] }],
  [String(currencyCodes), { name: 'Currency', text: ['A currency (ISO 4217)'] }],
  [String(timezones), { name: 'Timezone', text: ['A time zone (IANA)'] }],
]);

const textKey = 'x-text';

/** The text of a field, a parameter or a shape, as `Schemas` notes it beside its schema. */
export const notedText = (schema: Json): FieldText | undefined => schema[textKey] as FieldText | undefined;

/** A schema without its note. */
export const withoutNote = ({ [textKey]: _, ...schema }: Json): Json => schema;

/** `strict`: what clients should send. `tolerant`: everything that the service takes (catalog, section 1.4). */
export type Bodies = 'strict' | 'tolerant';

/** Converts contracts to the JSON Schemas of the interface document, and collects the named ones. */
export class Schemas {
  readonly components: Json = {};
  /** Contracts that answers refer to only by their strict shape. */
  private readonly referred = new Map<z.ZodType, string>();

  constructor(
    private readonly identifierPrefix: string,
    readonly bodies: Bodies,
  ) {}

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
      override: (conversion) => this.describe(conversion, 'answer'),
    });
    for (const [name, { id: __, ...definition }] of Object.entries($defs))
      this.components[name] ??= this.adapted(definition);
    for (const [shape, name] of this.referred) {
      this.referred.delete(shape);
      if (!(name in this.components)) this.answer(z.object({ shape }));
    }
    return this.adapted(own);
  }

  /** The schema of a value in the form of answers: a reference to it, if it has a name. */
  answered(schema: z.ZodType): Json {
    return property(this.answer(z.object({ schema })), 'schema');
  }

  /** The schema of a body. A field is required if its absence is an error. */
  body(body: Body): Json {
    const properties = Object.fromEntries(
      Object.entries(body.shape).map(([field, schema]) => [field, this.member(schema as z.ZodType)]),
    );
    const required = Object.entries(body.shape)
      .filter(([, schema]) => isRequired(schema as z.ZodType) || this.isExpected(schema as z.ZodType))
      .map(([field]) => field);
    const schema = this.adapted({ type: 'object', properties, ...(required.length > 0 ? { required } : {}) });
    const name = names.get(body);
    if (name === undefined) return schema;
    this.components[name] = this.noted(schema, body);
    return { $ref: `#/components/schemas/${name}` };
  }

  /** The schema of a field of a body; one that clients always send is never null. */
  private member(schema: z.ZodType): Json {
    return this.isExpected(schema) ? withoutNull(this.input(schema)) : this.input(schema);
  }

  private isExpected(schema: z.ZodType): boolean {
    return this.bodies === 'strict' && isExpected(schema);
  }

  /** A schema with the text of its contract, if it has one. */
  private noted(schema: Json, contract: object): Json {
    return { ...schema, ...this.note(textOfField(contract)) };
  }

  /** The note of a text beside a schema; only the strict document has texts. */
  note(text: FieldText | undefined): Json {
    return text && this.bodies === 'strict' ? { [textKey]: text } : {};
  }

  /** The schema of a single field or parameter, with its text. */
  input(schema: z.ZodType): Json {
    return this.noted(this.inputSchema(schema), schema);
  }

  private inputSchema(schema: z.ZodType): Json {
    const shape = this.bodies === 'strict' ? strictShapeOf(schema) : undefined;
    if (shape instanceof z.ZodType) return namedAnswers.has(shape) ? this.answered(shape) : this.input(shape);
    if (shape) return this.body(shape);
    const inner = membersOf(schema);
    if (inner) return this.body(inner);
    const element = elementsOf(schema);
    if (element) return this.list(schema, this.body(element));
    const { $schema: _, ...own } = z.toJSONSchema(schema, {
      io: 'input',
      unrepresentable: 'any',
      override: (conversion) => this.describe(conversion, this.bodies),
    });
    return this.adapted(own);
  }

  private list(schema: z.ZodType, element: Json): Json {
    if (!isLenientList(schema)) return { type: 'array', items: element };
    const { maxItems } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' });
    if (this.bodies === 'strict') return { type: 'array', items: element, maxItems };
    return withReading({ type: 'array', items: withReading(element, 'noObjectIsDropped'), maxItems }, 'noListIsAbsent');
  }

  /**
   * Adds a schema's own formats and descriptions (a separate registry holds names). It removes keywords that do not
   * help readers, or that would forbid additional answer fields.
   */
  private describe({ zodSchema, jsonSchema }: Conversion, use: Bodies | 'answer'): void {
    this.adjust({ zodSchema, jsonSchema }, use);
    Object.assign(jsonSchema, this.noted({}, zodSchema));
  }

  private adjust({ zodSchema, jsonSchema }: Conversion, use: Bodies | 'answer'): void {
    const { otherwise, ...recorded } = (z.globalRegistry.get(zodSchema) ?? {}) as Json & { otherwise?: Reading };
    Object.assign(jsonSchema, recorded);
    delete jsonSchema['otherwise'];
    const shape = use === 'tolerant' ? undefined : strictShapeOf(zodSchema);
    if (shape instanceof z.ZodType && namedAnswers.has(shape)) return this.refer(jsonSchema, shape);
    normalize(jsonSchema);
    const list = jsonSchema.enum && namedLists.get(String(jsonSchema.enum));
    if (list) {
      this.components[list.name] = { ...jsonSchema, ...this.note(list.text) };
      return become(jsonSchema, { $ref: `#/$defs/${list.name}` });
    }
    if (otherwise === undefined) return;
    const read = use === 'tolerant' ? withReading : withoutReading;
    become(jsonSchema, read({ ...jsonSchema }, otherwise));
  }

  private refer(jsonSchema: Json, shape: z.ZodType): void {
    const name = names.get(shape) ?? '';
    this.referred.set(shape, name);
    become(jsonSchema, { $ref: `#/$defs/${name}` });
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

interface Conversion {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}

function normalize(jsonSchema: z.core.JSONSchema.BaseSchema): void {
  for (const [key, value] of Object.entries(jsonSchema)) if (value === undefined) delete jsonSchema[key];
  if (jsonSchema.format === 'uuid') delete jsonSchema.pattern;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (isDeepStrictEqual(jsonSchema.propertyNames, { type: 'string' })) delete jsonSchema.propertyNames;
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
}

function become(jsonSchema: Json, other: Json): void {
  for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
  Object.assign(jsonSchema, other);
}

function withoutNull(schema: Json): Json {
  const { anyOf, ...own } = schema;
  const choices = (Array.isArray(anyOf) ? (anyOf as Json[]) : []).filter(({ type }) => type !== 'null');
  return choices.length === 1 ? { ...own, ...choices[0] } : schema;
}

const property = (schema: Json, name: string): Json => (schema['properties'] as Record<string, Json>)[name] ?? {};

const isLenientList = (schema: z.ZodType) => z.globalRegistry.get(schema)?.['otherwise'] === 'noListIsAbsent';

export const isRequired = (schema: z.ZodType): boolean => !schema.safeParse(undefined).success;
