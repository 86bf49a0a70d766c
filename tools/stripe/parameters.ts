// Checks the parameters of an operation against parameters.json, and converts them from texts.
import { readFileSync } from 'node:fs';
import { Failure, invalid } from './errors.ts';
import type { RawFields, RawValue } from './form.ts';
import { checkFormat } from './formats.ts';
import type { ObjectSchema, ParameterTable, Schema } from './schema.ts';

export const parameterTable = JSON.parse(
  readFileSync(new URL('parameters.json', import.meta.url), 'utf8'),
) as ParameterTable;

export type Value = string | number | boolean | Value[] | { [name: string]: Value };

const withName = (path: string, name: string): string => (path === '' ? name : `${path}[${name}]`);

function resolve(schema: Schema): Exclude<Schema, { see: string }> {
  if (typeof schema === 'string' || !('see' in schema)) return schema;
  const definition = parameterTable.definitions[schema.see];
  if (!definition) throw new Error(`parameters.json has no definition ${schema.see}`);
  return resolve(definition);
}

function checkText(value: string, type: string, path: string): string {
  if (value === '') {
    throw invalid(
      `You passed an empty string for '${path}'. We assume empty values are an attempt to unset a parameter; however ` +
        `'${path}' cannot be unset. You should remove '${path}' from your request or supply a non-empty value.`,
      { code: 'parameter_invalid_empty', param: path },
    );
  }
  const maximum = Number(type.split(':')[1] ?? 5000);
  if ([...value].length > maximum)
    throw invalid(`Invalid string: ${value.slice(0, 40)}…; must be at most ${maximum} characters`, { param: path });
  checkFormat(value, path);
  return value;
}

function checkMetadata(raw: RawFields, path: string): Record<string, string> {
  if (raw.size > 50) throw invalid('You can specify up to 50 metadata keys', { param: path });
  const metadata: Record<string, string> = {};
  for (const [key, value] of raw) {
    const param = withName(path, key);
    if (typeof value !== 'string') throw invalid('Metadata values must be strings', { param });
    if (key.length > 40) throw invalid(`Metadata keys can have up to 40 characters: ${key}`, { param });
    if (value.length > 500) {
      throw invalid(
        `Metadata values can have up to 500 characters, but you passed in a value that is ${value.length} characters.`,
        { param },
      );
    }
    metadata[key] = value;
  }
  return metadata;
}

function checkScalar(type: string, raw: string, path: string): Value {
  if (type.startsWith('text')) return checkText(raw, type, path);
  if (type === 'boolean') {
    if (raw !== 'true' && raw !== 'false') throw invalid(`Invalid boolean: ${raw}`, { param: path });
    return raw === 'true';
  }
  if (type === 'integer') {
    if (!/^-?\d{1,15}$/.test(raw))
      throw invalid(`Invalid integer: ${raw}`, { code: 'parameter_invalid_integer', param: path });
    return Number(raw);
  }
  if (!/^-?\d{1,15}(\.\d{1,12})?$/.test(raw)) throw invalid(`Invalid decimal: ${raw}`, { param: path });
  return Number(raw);
}

function checkList(schema: { items: Schema }, raw: RawFields, path: string): Value[] {
  const list = [...raw].sort(([a], [b]) => Number(a) - Number(b));
  return list.map(([position, value], place) => {
    if (position !== String(place)) throw invalid('Invalid array', { param: path });
    return check(schema.items, value, withName(path, position));
  });
}

/** Whether a schema is of parameters below one. */
function isNested(declared: Schema): boolean {
  const schema = resolve(declared);
  return schema === 'metadata' || (typeof schema === 'object' && ('fields' in schema || 'items' in schema));
}

/** A union: the first alternative that accepts the value; otherwise the failure of one of the value's kind. */
function checkAny(alternatives: Schema[], raw: RawValue, path: string): Value {
  let failure: Failure | undefined;
  for (const alternative of alternatives) {
    try {
      return check(alternative, raw, path);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (failure === undefined || typeof raw === 'string' || isNested(alternative)) failure = error;
    }
  }
  throw failure ?? invalid('Invalid value', { param: path });
}

function check(declared: Schema, raw: RawValue, path: string): Value {
  const schema = resolve(declared);
  if (typeof schema === 'object' && 'any' in schema) return checkAny(schema.any, raw, path);
  if (typeof raw !== 'string') {
    if (schema === 'metadata') return checkMetadata(raw, path);
    if (typeof schema === 'object' && 'items' in schema) return checkList(schema, raw, path);
    if (typeof schema === 'object' && 'fields' in schema) return checkFields(schema, raw, path);
    throw invalid(`Invalid string: ${path}`, { param: path });
  }
  if (typeof schema === 'object' && 'items' in schema) throw invalid('Invalid array', { param: path });
  if (schema === 'metadata' || (typeof schema === 'object' && 'fields' in schema))
    throw invalid('Invalid object', { param: path });
  if (typeof schema === 'string') return checkScalar(schema, raw, path);
  if (!schema.values.includes(raw)) {
    const all = schema.values.filter((value) => value !== '').join(', ');
    throw invalid(`Invalid ${path}: must be one of ${all}`, { param: path });
  }
  return raw;
}

function checkFields(schema: ObjectSchema, raw: RawFields, path: string): { [name: string]: Value } {
  const isKnown = (name: string) => Object.hasOwn(schema.fields, name) || schema.rest !== undefined;
  const unknown = [...raw.keys()].filter((name) => !isKnown(name)).map((name) => withName(path, name));
  if (unknown.length > 0) {
    throw invalid(`Received unknown parameter${unknown.length > 1 ? 's' : ''}: ${unknown.join(', ')}`, {
      code: 'parameter_unknown',
      param: unknown[0] as string,
    });
  }
  const lacking = schema.required?.find((name) => !raw.has(name));
  if (lacking !== undefined) {
    const param = withName(path, lacking);
    throw invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }
  const values: { [name: string]: Value } = {};
  for (const [name, value] of raw) {
    const field = Object.hasOwn(schema.fields, name) ? schema.fields[name] : schema.rest;
    values[name] = check(field as Schema, value, withName(path, name));
  }
  return values;
}

/**
 * Texts that an update removes when they are empty, although the declarations do not state it. They are fields of an
 * object that can be null.
 */
const removable: Record<string, string[]> = {
  'POST /v1/customers/:id': ['address', 'description', 'email', 'invoice_settings', 'name', 'phone', 'shipping'],
  'POST /v1/payment_intents/:id': ['description', 'statement_descriptor', 'statement_descriptor_suffix'],
};

/** Takes the empty texts among fields, and those directly below them. @returns their paths */
function takeEmpty(raw: RawFields, names: Iterable<string>): string[][] {
  return [...names].flatMap((name) => {
    const value = raw.get(name);
    if (value instanceof Map) return takeEmpty(value, [...value.keys()]).map((path) => [name, ...path]);
    if (value !== '') return [];
    raw.delete(name);
    return [[name]];
  });
}

/** Sets an empty text at a path. */
function putEmpty(values: { [name: string]: Value }, [name = '', ...rest]: string[]): void {
  if (rest.length === 0) values[name] = '';
  else putEmpty((values[name] ??= {}) as { [name: string]: Value }, rest);
}

/**
 * @param operation such as `POST /v1/customers`
 * @returns the converted parameters, and the paths to expand
 * @throws Failure with the code that Stripe gives: `parameter_unknown`, `parameter_missing` and so on
 */
export function checkParameters(
  operation: string,
  raw: RawFields,
): { values: { [name: string]: Value }; expand: string[] } {
  const schema = parameterTable.operations[operation];
  if (!schema) throw new Error(`parameters.json lacks ${operation}`);
  const fields = resolve(schema) as ObjectSchema;
  const empty = takeEmpty(raw, removable[operation] ?? []);
  const { expand = [], ...values } = checkFields(fields, raw, '');
  for (const path of empty) putEmpty(values, path);
  return { values, expand: expand as string[] };
}
