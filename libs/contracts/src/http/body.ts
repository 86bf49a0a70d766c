import type { z } from 'zod';

/** Field errors by name: `{ code: ['value_is_mandatory'] }`. */
export type FieldErrors = Record<string, string[]>;

/** A record as it came with a call: nothing of it was judged. */
export type RawInput = Readonly<Record<string, unknown>>;

/** What is read of a body. */
export type Input<S extends z.ZodRawShape> = z.output<z.ZodObject<S>>;

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
