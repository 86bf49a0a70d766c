import { readBody, type Body, type BodyInput } from '@tollgate/contracts';
import { ValidationFailed } from '../errors/api-errors.js';

/** Reads a raw body, or a part of one, by its contract. @throws ValidationFailed with the field names of the contract */
export function readRawInput<B extends Body>(contract: B, raw: Record<string, unknown>): BodyInput<B> {
  const read = readBody(contract, raw);
  if ('errors' in read) throw new ValidationFailed(read.errors);
  return read.input as BodyInput<B>;
}
