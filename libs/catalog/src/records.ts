import { readBody, type Body, type BodyInput, type FieldErrors, type RawInput } from '@tollgate/contracts';
import { brokenUniqueIndex, ValidationFailed } from '@tollgate/platform';

/** Reads one field of the raw input before the others are checked. @throws ValidationFailed with the field's codes */
export function readField<B extends Body, F extends keyof B['shape'] & string>(
  contract: B,
  field: F,
  raw: RawInput,
): BodyInput<B>[F] {
  const read = readBody({ shape: { [field]: contract.shape[field] } } as Body, { [field]: raw[field] });
  if ('errors' in read) throw new ValidationFailed(read.errors);
  return (read.input as Record<string, unknown>)[field] as BodyInput<B>[F];
}

/** Reports a broken rule of a field. A repeated code appears twice, unless the contract has reported it already. */
export type AddError = (field: string, ...codes: string[]) => void;

/**
 * Reads raw input by its contract, and has `check` validate the resulting record for rules that the contract cannot
 * know, such as codes in use. Reports all errors of one record together (catalog, section 1.2).
 * @throws ValidationFailed
 */
export async function readRecord<B extends Body>(
  contract: B,
  raw: RawInput,
  check: (input: Partial<BodyInput<B>>, add: AddError) => void | Promise<void>,
): Promise<BodyInput<B>> {
  let input: Partial<BodyInput<B>> = {};
  const read = readBody(
    { shape: contract.shape, rules: (partial) => void (input = partial as Partial<BodyInput<B>>) },
    raw,
  );
  const errors: FieldErrors = 'errors' in read ? read.errors : {};
  const merged = { ...errors };
  await check(input, (field, ...codes) => {
    const fresh = codes.filter((code) => !merged[field]?.includes(code));
    if (fresh.length > 0) errors[field] = [...(errors[field] ?? []), ...fresh];
  });
  if (Object.keys(errors).length > 0) throw new ValidationFailed(errors);
  return input as BodyInput<B>;
}

/** Picks some members of the raw input; ignores the others without an error. */
export const onlyKeys = (raw: RawInput, keys: readonly string[]): RawInput =>
  Object.fromEntries(Object.entries(raw).filter(([key]) => keys.includes(key)));

/** The index rejects the second of two concurrent calls with the same code; it gets the error of the check. */
export async function withUniqueCodes<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (brokenUniqueIndex(error)?.endsWith('_code')) throw new ValidationFailed({ code: ['value_already_exist'] });
    throw error;
  }
}
