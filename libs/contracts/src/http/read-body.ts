import type { z } from 'zod';
import type { Body, FieldErrors, Input, RawInput } from './body.js';
import { isJudgedLater } from './fields.js';
import { faultOf } from './guards.js';

/**
 * Parses `raw` by a body contract. It drops unknown fields, and collects the errors of all fields. A text with a null
 * character or broken Unicode, at any level, and a value nested too deeply answer `value_is_invalid`. Elements that are
 * validated later have their own contract. In the result, a missing field is `undefined`, and an explicit null is
 * `null`.
 */
export function readBody<S extends z.ZodRawShape>(
  contract: Body<S>,
  raw: RawInput,
): { input: Input<S> } | { errors: FieldErrors } {
  const errors: FieldErrors = {};
  const add = (field: string, code: string) => {
    const codes = (errors[field] ??= []);
    if (!codes.includes(code)) codes.push(code);
  };
  const input: Record<string, unknown> = {};
  for (const [field, schema] of Object.entries(contract.shape)) {
    const value = Object.hasOwn(raw, field) ? raw[field] : undefined;
    const fault = isJudgedLater(schema as z.ZodType) ? null : faultOf(value);
    if (fault !== null) {
      add(field, fault);
      continue;
    }
    const read = (schema as z.ZodType).safeParse(value);
    if (read.success) {
      if (read.data !== undefined) input[field] = read.data;
    } else {
      for (const issue of read.error.issues) add(field, issue.message);
    }
  }
  contract.rules?.(input as Partial<Input<S>>, add);
  return Object.keys(errors).length > 0 ? { errors } : { input: input as Input<S> };
}
