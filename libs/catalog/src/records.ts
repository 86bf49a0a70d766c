import { readBody, type Body, type BodyInput, type FieldErrors, type RawInput } from '@tollgate/contracts';
import { brokenUniqueIndex, ValidationFailed, refuseErrors } from '@tollgate/platform';

/** A record of a body before its check: each field has its value, or a problem. Making one needs no I/O. */
export interface Draft<B extends Body> {
  /** The values of well-formed fields. */
  readonly input: Partial<BodyInput<B>>;
  /** The codes of malformed fields, in the order of the contract. */
  readonly problems: Readonly<FieldErrors>;
}

/** Reports a broken rule of a field. A repeated code appears twice, unless the contract has reported it already. */
export type AddError = (field: string, ...codes: string[]) => void;

type Check<B extends Body, R> = (input: Partial<BodyInput<B>>, add: AddError) => R;

/** Parses raw input by its contract, field by field; its own rules run in the check. */
export function draftOf<B extends Body>(contract: B, raw: RawInput): Draft<B> {
  let input: Partial<BodyInput<B>> = {};
  const read = readBody(
    { shape: contract.shape, rules: (partial) => void (input = partial as Partial<BodyInput<B>>) },
    raw,
  );
  return { input, problems: 'errors' in read ? read.errors : {} };
}

/** Leaves out all other fields of a draft, with their problems. */
export const draftOnly = <B extends Body>({ input, problems }: Draft<B>, fields: readonly string[]): Draft<B> => ({
  input: onlyKeys(input, fields) as unknown as Partial<BodyInput<B>>,
  problems: onlyKeys(problems, fields) as FieldErrors,
});

/** The problems of a record: those of its draft, then those that its check adds. */
function problemsOf<B extends Body>(draft: Draft<B>) {
  const problems: FieldErrors = { ...draft.problems };
  const add: AddError = (field, ...codes) => {
    const fresh = codes.filter((code) => !draft.problems[field]?.includes(code));
    if (fresh.length > 0) problems[field] = [...(problems[field] ?? []), ...fresh];
  };
  const input = (): BodyInput<B> => {
    refuseErrors(problems);
    return draft.input as BodyInput<B>;
  };
  return { add, input };
}

/**
 * Has `check` validate a draft for rules that its contract cannot know, such as codes in use. Reports all errors of one
 * record together (catalog, section 1.2). @throws ValidationFailed
 */
export function checkRecord<B extends Body>(draft: Draft<B>, check: Check<B, void> = () => undefined): BodyInput<B> {
  const problems = problemsOf(draft);
  check(draft.input, problems.add);
  return problems.input();
}

/** Drafts and checks a record that stands alone; its check may read tables. @throws ValidationFailed */
export async function readRecord<B extends Body>(
  contract: B,
  raw: RawInput,
  check: Check<B, void | Promise<void>>,
): Promise<BodyInput<B>> {
  const draft = draftOf(contract, raw);
  const problems = problemsOf(draft);
  await check(draft.input, problems.add);
  return problems.input();
}

/** Refuses a body whose list itself is malformed, before any of its records is checked. @throws ValidationFailed */
export function checkList({ problems }: { problems: Readonly<FieldErrors> }, field: string): void {
  const codes = problems[field];
  if (codes) throw new ValidationFailed({ [field]: codes });
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
