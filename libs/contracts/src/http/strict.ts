import type { z } from 'zod';
import type { Body } from './body.js';

/**
 * The strict shapes of fields whose own contracts say less. A body takes anything and rules judge it later, or an answer
 * holds an open object. The document for clients shows these shapes; parsing does not use them.
 */
const shapes = new WeakMap<object, z.ZodType | Body>();

/**
 * States the shape that clients send and read.
 * @param shape an exported contract for an answer, so that it has a name in the document
 */
export const strictly = <S extends z.ZodType>(schema: S, shape: z.ZodType | Body): S => {
  shapes.set(schema, shape);
  return schema;
};

/** The stated shape of a field, if any. */
export const strictShapeOf = (schema: object): z.ZodType | Body | undefined => shapes.get(schema);

const expectedFields = new WeakSet<object>();

/**
 * Marks a field that clients always send, although its contract does not require it. The service first looks up what the
 * body refers to, and then finds the field missing.
 */
export const expected = <S extends z.ZodType>(schema: S): S => {
  expectedFields.add(schema);
  return schema;
};

/** Whether clients always send a field. */
export const isExpected = (schema: object): boolean => expectedFields.has(schema);
