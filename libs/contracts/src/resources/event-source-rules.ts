import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import {
  decimal,
  flag,
  isBlank,
  mandatoryChoice,
  mandatoryText,
  recordList,
  text,
  textList,
  withElements,
} from '../http/fields.js';

/** The limits of a source's rules (metering, section 2.8). */
export const sourceBounds = {
  sources: 100,
  rules: 20,
  conditions: 10,
  properties: 30,
  /** Attributes that make up a transaction id, and those that are subtracted from a property. */
  paths: 5,
} as const;

/** Comparisons of an attribute. Those that compare numbers fail for other values. */
export const sourceOperators = [
  'exists',
  'absent',
  'equals',
  'not_equals',
  'starts_with',
  'greater_than',
  'less_than',
] as const;
export type SourceOperator = (typeof sourceOperators)[number];

const withoutValue: readonly unknown[] = ['exists', 'absent'] satisfies SourceOperator[];
const ofNumbers: readonly unknown[] = ['greater_than', 'less_than'] satisfies SourceOperator[];
const number = /^-?\d{1,30}(\.\d{1,30})?$/;

/** A condition on an attribute of an input. */
export const SourceCondition = z.object({
  path: z.string(),
  operator: z.enum(sourceOperators),
  value: z.string().nullable(),
});
export type SourceCondition = z.infer<typeof SourceCondition>;

/**
 * A property of an event: the attribute at a path, or a fixed text. With a factor or with subtracted attributes it is a
 * quantity. The name `*` takes the members of the object at the path.
 */
export const SourceProperty = z.object({
  name: z.string(),
  path: z.string().nullable(),
  value: z.string().nullable(),
  subtract: z.array(z.string()),
  /** The number of the metric's units in one unit of the attribute, as exact decimal. */
  factor: z.string().nullable(),
  optional: z.boolean(),
});
export type SourceProperty = z.infer<typeof SourceProperty>;

/** How an input becomes an event. A path may name several attributes, separated by `|`: the first one that is there counts. */
export const SourceRule = z.object({
  code: z.string(),
  /** The attribute with the code of the event, in place of `code`. */
  code_path: z.string().nullable(),
  when: z.array(SourceCondition),
  subscription: z.string(),
  /** Empty: the identifier of the input. */
  transaction_id: z.array(z.string()),
  /** Null or absent in the input: the time of reception. */
  timestamp: z.string().nullable(),
  properties: z.array(SourceProperty),
});
export type SourceRule = z.infer<typeof SourceRule>;

export const SourceConditionInput = body(
  { path: mandatoryText(), operator: mandatoryChoice(sourceOperators), value: text() },
  ({ operator, value }, add) => {
    if (operator === undefined || withoutValue.includes(operator)) return;
    if (value === undefined || value === null) add('value', 'value_is_mandatory');
    else if (ofNumbers.includes(operator) && !number.test(value)) add('value', 'is not a number');
  },
);
export type SourceConditionInput = BodyInput<typeof SourceConditionInput>;

export const SourcePropertyInput = body(
  { name: mandatoryText(), path: text(), value: text(), subtract: textList(), factor: decimal(0), optional: flag() },
  ({ name, path, value, subtract, factor }, add) => {
    const isFixed = value !== undefined && value !== null;
    if (isBlank(path) && !isFixed) add('path', 'value_is_mandatory');
    if (!isBlank(path) && isFixed) add('value', 'not_compatible_with_path');
    if ((subtract?.length ?? 0) > sourceBounds.paths) add('subtract', 'too_many_paths');
    const isQuantity = (subtract?.length ?? 0) > 0 || !isBlank(factor);
    if (isQuantity && (isFixed || name === '*')) add('factor', 'not_compatible_with_value');
    if (name === '*' && isFixed) add('name', 'value_is_invalid');
  },
);
export type SourcePropertyInput = BodyInput<typeof SourcePropertyInput>;

export const SourceRuleInput = body(
  {
    code: mandatoryText(),
    code_path: text(),
    when: withElements(
      recordList({ most: sourceBounds.conditions, fault: 'too_many_conditions' }),
      SourceConditionInput,
    ),
    subscription: mandatoryText(),
    transaction_id: textList(),
    timestamp: text(),
    properties: withElements(
      recordList({ most: sourceBounds.properties, fault: 'too_many_properties' }),
      SourcePropertyInput,
    ),
  },
  ({ transaction_id: paths }, add) => {
    if ((paths?.length ?? 0) > sourceBounds.paths) add('transaction_id', 'too_many_paths');
  },
);
export type SourceRuleInput = BodyInput<typeof SourceRuleInput>;
