import { z } from 'zod';
import { isJudgedLater } from './fields.js';
import { faultOf } from './guards.js';

/** Field errors by name: `{ code: ['value_is_mandatory'] }`. */
export type FieldErrors = Record<string, string[]>;

type Input<S extends z.ZodRawShape> = z.output<z.ZodObject<S>>;

/** What a request body may hold: the reading of each field, and rules that look at several fields together. */
export interface Body<S extends z.ZodRawShape = z.ZodRawShape> {
  shape: S;
  rules?: (input: Partial<Input<S>>, add: (field: string, code: string) => void) => void;
}

export type BodyInput<B> = B extends Body<infer S> ? Input<S> : never;

/** Declares a request body. `rules` run even when single fields failed, so that all errors are told at once. */
export function body<S extends z.ZodRawShape>(shape: S, rules?: Body<S>['rules']): Body<S> {
  return rules ? { shape, rules } : { shape };
}

/**
 * Reads `raw` by a body contract. Unknown fields are dropped, errors are collected over all fields. A text with a null
 * character or broken Unicode, at any level, and a value nested too deeply answer `value_is_invalid`;
 * elements that are looked at later are judged then, each by its own contract.
 * A field that was not given is `undefined` in the result; `null` means that it was given as null.
 */
export function readBody<S extends z.ZodRawShape>(
  contract: Body<S>,
  raw: Record<string, unknown>,
): { input: Input<S> } | { errors: FieldErrors } {
  const errors: FieldErrors = {};
  const add = (field: string, code: string) => {
    const codes = (errors[field] ??= []);
    if (!codes.includes(code)) codes.push(code);
  };
  const input: Record<string, unknown> = {};
  for (const [field, schema] of Object.entries(contract.shape)) {
    const given = Object.hasOwn(raw, field) ? raw[field] : undefined;
    const fault = isJudgedLater(schema as z.ZodType) ? null : faultOf(given);
    if (fault !== null) {
      add(field, fault);
      continue;
    }
    const read = (schema as z.ZodType).safeParse(given);
    if (read.success) {
      if (read.data !== undefined) input[field] = read.data;
    } else {
      for (const issue of read.error.issues) add(field, issue.message);
    }
  }
  contract.rules?.(input as Partial<Input<S>>, add);
  return Object.keys(errors).length > 0 ? { errors } : { input: input as Input<S> };
}
