import { z } from 'zod';

type Shown<S extends z.ZodRawShape> = z.input<z.ZodObject<S>>;

/** The fields of an object that a narrower shape has, in nested objects and lists too. */
export function shownFields<S extends z.ZodRawShape>(shape: z.ZodObject<S>, object: Shown<S>): Shown<S> {
  const fields = Object.entries(shape.shape).flatMap(([name, field]): [string, unknown][] =>
    name in object ? [[name, shownValue(field as z.ZodType, (object as Record<string, unknown>)[name])]] : [],
  );
  return Object.fromEntries(fields) as Shown<S>;
}

function shownValue(schema: z.core.$ZodType, value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return shownValue(schema.unwrap(), value);
  if (schema instanceof z.ZodArray)
    return Array.isArray(value) ? value.map((entry) => shownValue(schema.element, entry)) : value;
  return schema instanceof z.ZodObject ? shownFields(schema, value as Record<string, unknown>) : value;
}
