import type { Body } from '../http/body.js';
import type { Route } from '../http/route.js';
import { Schemas, type Json } from './schemas.js';

/** The published limits of a field. */
export type Limits = Partial<Record<LimitName, number>>;

/** Keywords of the interface document, and the names of limits in answers. */
const limitNames = {
  maxLength: 'max_length',
  minLength: 'min_length',
  maxItems: 'max_items',
  minItems: 'min_items',
  maximum: 'maximum',
  minimum: 'minimum',
} as const;
type LimitName = (typeof limitNames)[keyof typeof limitNames];

/** The limits that a code may stand for. Those of a text that is too short are rules of its field, such as of passwords. */
const limitsOfCodes: [RegExp, LimitName[]][] = [
  [/too_long|too_many|invalid_count|invalid_number_of/, ['max_length', 'max_items']],
  [/invalid_count|invalid_number_of/, ['min_items']],
  [/out_of_range/, ['maximum', 'minimum']],
];
const deepest = 12;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/**
 * The numbers behind the codes of an answer's `error_details`, by field, as the interface document publishes them. Fields
 * without a published limit are absent.
 */
export function limitsOf(contract: Route, details: unknown): Record<string, Limits> {
  const found = Object.entries(codesByField(details)).flatMap(([field, codes]): [string, Limits][] => {
    const broken = limitsOfCodes.flatMap(([code, names]) => (codes.some((one) => code.test(one)) ? names : []));
    if (broken.length === 0) return [];
    const published = limitsByField(contract).get(field.split('.').at(-1) ?? field) ?? {};
    const limits = Object.entries(published).filter(([name]) => broken.includes(name as LimitName));
    return limits.length > 0 ? [[field, Object.fromEntries(limits)]] : [];
  });
  return Object.fromEntries(found);
}

/** The codes of each field; objects within each other give a path with points. */
export function codesByField(details: unknown, path = ''): Record<string, string[]> {
  if (Array.isArray(details)) return { [path]: details.filter((code) => typeof code === 'string') };
  if (!isObject(details)) return {};
  const inner = Object.entries(details).map(([name, value]) => codesByField(value, path ? `${path}.${name}` : name));
  return Object.assign({}, ...inner) as Record<string, string[]>;
}

const known = new WeakMap<Route, Map<string, Limits>>();

/** The limits of a call's fields and parameters by name; an outer field comes before an inner one of the same name. */
function limitsByField(contract: Route): Map<string, Limits> {
  const cached = known.get(contract);
  if (cached) return cached;
  const limits = new Map<string, Limits>();
  const schemas = new Schemas('svc', 'strict');
  for (const part of [contract.body, contract.query] as (Body | undefined)[])
    if (part) collect([schemas.body(part)], schemas.components, limits);
  known.set(contract, limits);
  return limits;
}

/** Collects limits level by level. */
function collect(level: Json[], components: Json, limits: Map<string, Limits>, depth = 0): void {
  if (level.length === 0 || depth > deepest) return;
  const members = level.flatMap((schema) => alternativesOf(schema, components)).flatMap(propertiesOf);
  for (const [name, schema] of members) {
    const own = Object.assign({}, ...alternativesOf(schema, components).map(ownLimits)) as Limits;
    if (Object.keys(own).length > 0 && !limits.has(name)) limits.set(name, own);
  }
  const inner = members.flatMap(([, schema]) => [schema, ...elementsOf(schema, components)]);
  collect(inner, components, limits, depth + 1);
}

/** A schema, or those that it refers to or chooses from. */
function alternativesOf(schema: Json, components: Json): Json[] {
  const name = typeof schema['$ref'] === 'string' ? schema['$ref'].replace('#/components/schemas/', '') : null;
  const referred = name === null ? [] : [components[name]].filter(isObject);
  const chosen = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => (schema[key] as Json[] | undefined) ?? []);
  return [schema, ...[...referred, ...chosen].flatMap((one) => alternativesOf(one, components))];
}

const propertiesOf = ({ properties }: Json): [string, Json][] =>
  Object.entries((properties ?? {}) as Record<string, Json>);

const elementsOf = (schema: Json, components: Json): Json[] =>
  alternativesOf(schema, components).flatMap(({ items, additionalProperties }) =>
    [items, additionalProperties].filter(isObject),
  );

const ownLimits = (schema: Json): Limits =>
  Object.fromEntries(
    Object.entries(limitNames).flatMap(([keyword, name]) =>
      typeof schema[keyword] === 'number' ? [[name, schema[keyword]]] : [],
    ),
  );
