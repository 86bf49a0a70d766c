import {
  readBody,
  SourceConditionInput,
  SourcePropertyInput,
  SourceRuleInput,
  type Body,
  type BodyInput,
  type FieldErrors,
  type RawInput,
  type SourceRule,
} from '@tollgate/contracts';

/**
 * Reads the rules of a body. Each code is there once: it is part of the transaction ids, so two events of one code from
 * one input would be one.
 * @returns the rules, and errors by their place: `rules.0.when.1.value`
 */
export function readRules(raw: readonly RawInput[]): { rules: SourceRule[]; errors: FieldErrors } {
  const errors: FieldErrors = {};
  const rules = new Map<string, SourceRule>();
  for (const [index, one] of raw.entries()) {
    const rule = readRule(one, `rules.${index}`, errors);
    if (rule && rules.has(rule.code)) errors[`rules.${index}.code`] = ['value_already_exist'];
    else if (rule) rules.set(rule.code, rule);
  }
  return { rules: [...rules.values()], errors };
}

function readRule(raw: RawInput, place: string, errors: FieldErrors): SourceRule | undefined {
  const input = readPart(SourceRuleInput, raw, place, errors);
  if (!input) return undefined;
  const conditions: SourceConditionInput[] = readParts(SourceConditionInput, input.when, `${place}.when`, errors);
  const properties: SourcePropertyInput[] = readParts(
    SourcePropertyInput,
    input.properties,
    `${place}.properties`,
    errors,
  );
  return {
    code: input.code,
    code_path: filledIn(input.code_path),
    when: conditions.map(({ path, operator, value }) => ({ path, operator, value: value ?? null })),
    subscription: input.subscription,
    transaction_id: input.transaction_id ?? [],
    timestamp: filledIn(input.timestamp),
    properties: properties.map((property) => ({
      name: property.name,
      path: filledIn(property.path),
      value: property.value ?? null,
      subtract: property.subtract ?? [],
      factor: filledIn(property.factor),
      optional: property.optional ?? false,
    })),
  };
}

/** A text that is there; null for a blank one. */
const filledIn = (text: string | null | undefined): string | null =>
  text === undefined || text === null || text.trim() === '' ? null : text;

function readParts<B extends Body>(
  contract: B,
  raw: readonly RawInput[] | undefined,
  place: string,
  errors: FieldErrors,
): BodyInput<B>[] {
  return (raw ?? []).flatMap((one, index) => {
    const input = readPart(contract, one, `${place}.${index}`, errors);
    return input === undefined ? [] : [input];
  });
}

function readPart<B extends Body>(
  contract: B,
  raw: RawInput,
  place: string,
  errors: FieldErrors,
): BodyInput<B> | undefined {
  const read = readBody(contract, raw);
  if ('input' in read) return read.input as BodyInput<B>;
  for (const [field, codes] of Object.entries(read.errors)) errors[`${place}.${field}`] = codes;
  return undefined;
}
