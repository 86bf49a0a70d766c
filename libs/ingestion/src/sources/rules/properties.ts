import type { FieldErrors, SourceProperty } from '@tollgate/contracts';
import type { Decimal } from '@tollgate/rating';
import { attributeOf } from './attributes.js';
import { numberOf, quantityOf } from './quantities.js';
import type { Attributes, SourceInput } from './source-input.js';

const isObject = (value: unknown): value is Attributes =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** The name of a property that stands for all members of an object. */
const everyMember = '*';

/** Picks the properties of an event from an input. @returns the properties, and errors by the name of the property */
export function propertiesOf(
  input: SourceInput,
  requested: readonly SourceProperty[],
): { properties: Record<string, unknown>; errors: FieldErrors } {
  const properties = new Map<string, unknown>();
  const errors: FieldErrors = {};
  for (const property of requested) {
    const read = readProperty(input, property);
    if ('error' in read) errors[`properties.${property.name}`] = [read.error];
    else if (property.name === everyMember)
      for (const [name, member] of Object.entries(read.value as Attributes)) properties.set(name, member);
    else if (read.value !== undefined) properties.set(property.name, read.value);
  }
  return { properties: Object.fromEntries(properties), errors };
}

type Read = { value: unknown } | { error: string };

function readProperty(input: SourceInput, property: SourceProperty): Read {
  if (property.path === null) return { value: property.value };
  const found = attributeOf(input, property.path);
  if (property.name === everyMember) {
    if (found === undefined && property.optional) return { value: {} };
    return isObject(found)
      ? { value: found }
      : { error: found === undefined ? 'attribute_missing' : 'is not an object' };
  }
  if (found === undefined) return property.optional ? { value: undefined } : { error: 'attribute_missing' };
  if (property.factor === null && property.subtract.length === 0) return { value: found };
  return readQuantity(input, found, property);
}

/** A quantity as exact decimal text. A rest below zero is refused: then the value does not include the subtracted ones. */
function readQuantity(input: SourceInput, found: unknown, { subtract, factor }: SourceProperty): Read {
  const value = numberOf(found);
  const subtracted: (Decimal | null)[] = subtract.map((path) => numberOf(attributeOf(input, path) ?? 0));
  if (value === null || subtracted.includes(null)) return { error: 'is not a number' };
  const quantity = quantityOf(value, subtracted as Decimal[], factor);
  if (subtract.length > 0 && quantityOf(value, subtracted as Decimal[], null).isNegative() && !quantity.isZero())
    return { error: 'value_is_out_of_range' };
  return { value: quantity.toFixed() };
}
