import { exampleId } from '../http/texts.js';
import type { Json } from './schemas.js';
import { bodyExamples } from './body-examples.js';

const byFormat: Record<string, string> = {
  uuid: exampleId,
  'date-time': '2026-03-01T00:00:00Z',
  date: '2026-03-01',
  decimal: '10.0',
};
const pointer = '#/components/schemas/';

/** A value, and whether it is the one that a text names. */
export type Hint = string | number | boolean | undefined;

const types = (schema: Json): string[] => [schema['type'] ?? []].flat() as string[];

/** The value of a single text, number or flag; it is the hint, if that has the form of the schema. */
function scalar(schema: Json, hint: Hint): unknown {
  if ('const' in schema) return schema['const'];
  const values = schema['enum'] as unknown[] | undefined;
  if (values) return values.includes(hint) ? hint : values[0];
  const [type = 'null'] = types(schema);
  if (types(schema).includes(typeof hint)) return fits(schema, hint) ? hint : byFormat[String(schema['format'])];
  if (type === 'integer' || type === 'number') return hint === undefined ? (schema['minimum'] ?? 1) : Number(hint);
  if (type === 'boolean') return false;
  if (type !== 'string') return null;
  return hint === undefined ? byFormat[String(schema['format'])] : String(hint);
}

const formats: Record<string, RegExp> = {
  date: /^\d{4}-\d\d-\d\d$/,
  'date-time': /^\d{4}-\d\d-\d\dT.*Z$/,
  uuid: /^[0-9a-f-]{36}$/,
};
const fits = ({ format }: Json, hint: Hint): boolean => formats[String(format)]?.test(String(hint)) ?? true;

/** The first entry of a map: `seats=max=10` is 10 for `max` of `seats`. */
function split(hint: Hint): [key: string, value: Hint] {
  const [, key = 'region', value = hint ?? 'eu'] = /^([^=]+)=(.+)$/s.exec(String(hint)) ?? [];
  return [key, typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value];
}

/** Builds the examples of a document from the examples of its fields. */
export class Examples {
  private readonly ofShapes = new Map<string, unknown>();

  constructor(private readonly shapes: Record<string, Json>) {}

  /** The shape behind a reference, by its name. */
  named({ $ref }: Json): { name: string; shape: Json } | undefined {
    const name = typeof $ref === 'string' ? $ref.slice(pointer.length) : '';
    const shape = this.shapes[name];
    return shape && { name, shape };
  }

  /** An example of a schema whose fields have theirs. @returns undefined for a text without a hint */
  of(schema: Json, hint?: Hint, within: readonly string[] = []): unknown {
    const own = schema['examples'] as unknown[] | undefined;
    if (own && hint === undefined) return own[0];
    const target = this.named(schema);
    if (target) return this.ofShape(target.name, target.shape, hint, within);
    const choices = schema['anyOf'] as Json[] | undefined;
    const [first] = choices?.filter((choice) => choice['type'] !== 'null') ?? [];
    if (first) return this.of(first, hint, within);
    if (schema['properties']) return this.ofObject(schema, Object.keys(schema['properties']), within);
    if (types(schema).includes('array')) return [this.of((schema['items'] as Json | undefined) ?? {}, hint, within)];
    if (types(schema).includes('object')) return this.ofMap(schema, hint, within);
    return scalar(schema, hint);
  }

  private ofShape(name: string, shape: Json, hint: Hint, within: readonly string[]): unknown {
    if (within.includes(name)) return {};
    if (!shape['properties'] && !shape['anyOf']) return this.of(shape, hint, within);
    const known = this.ofShapes.get(name);
    if (known) return known;
    const inside = [...within, name];
    const chosen = bodyExamples[name]?.split(' ');
    const example = chosen ? this.ofObject(shape, chosen, inside) : this.of(shape, hint, inside);
    this.ofShapes.set(name, example);
    return example;
  }

  private ofObject(schema: Json, names: readonly string[], within: readonly string[]): Json {
    const properties = schema['properties'] as Record<string, Json>;
    const named = [...new Set([...((schema['required'] as string[] | undefined) ?? []), ...names])];
    return Object.fromEntries(
      named.flatMap((name) => (properties[name] ? [[name, this.of(properties[name], undefined, within)]] : [])),
    );
  }

  private ofMap(schema: Json, hint: Hint, within: readonly string[]): Json {
    const inner = (schema['additionalProperties'] ?? {}) as Json;
    const [key = '', value] = split(hint);
    return { [key]: Object.keys(inner).length === 0 ? value : this.of(inner, value, within) };
  }
}
