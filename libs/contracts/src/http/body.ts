import { describedLike } from '@tollgate/rating';
import { z } from 'zod';

/** Field errors by name: `{ code: ['value_is_mandatory'] }`. */
export type FieldErrors = Record<string, string[]>;

/** A record as it arrived with a call, without any validation. */
export type RawInput = Readonly<Record<string, unknown>>;

/** The validated result of a body. */
export type Input<S extends z.ZodRawShape> = z.output<z.ZodObject<S>>;

/** The contract of a request body: the parsing of each field, and rules across fields. */
export interface Body<S extends z.ZodRawShape = z.ZodRawShape> {
  shape: S;
  rules?: (input: Partial<Input<S>>, add: (field: string, code: string) => void) => void;
}

export type BodyInput<B> = B extends Body<infer S> ? Input<S> : never;

/** Declares a request body. `rules` run even if single fields failed, so that the answer contains all errors. */
export function body<S extends z.ZodRawShape>(shape: S, rules?: Body<S>['rules']): Body<S> {
  return rules ? { shape, rules } : { shape };
}

/**
 * Declares a request body about a resource. A field without a text of its own has that of the resource's field of the
 * same name.
 */
export function bodyOf<S extends z.ZodRawShape>(
  resource: { readonly shape: Readonly<Record<string, object>> },
  shape: S,
  rules?: Body<S>['rules'],
): Body<S> {
  for (const [name, field] of Object.entries(shape)) {
    const model = Object.hasOwn(resource.shape, name) ? resource.shape[name] : undefined;
    // A shape is described itself; its text is not that of a field.
    if (model && !(model instanceof z.ZodObject)) describedLike(field, model);
  }
  return body(shape, rules);
}
