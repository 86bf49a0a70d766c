import { z } from 'zod';
import { bodyOf, type BodyInput } from '../http/body.js';
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
import { described, shape } from '../http/texts.js';

/** The limits of a source's rules (metering, section 2.8). */
export const sourceBounds = {
  sources: 100,
  rules: 20,
  /** Of all rules of a source as JSON. */
  rulesBytes: 64 * 1024,
  conditions: 10,
  properties: 30,
  /** Attributes that make up a transaction id, and those that are subtracted from a property. */
  paths: 5,
  /** Refused records that are stored of a source. */
  refusals: 100,
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
export const SourceCondition = shape('A condition on an attribute of a record', {
  path: described(
    z.string(),
    'Attribute to compare; dots lead inwards, `|` separates alternatives',
    'gen_ai.operation.name',
  ),
  operator: described(z.enum(sourceOperators), 'Comparison', 'equals'),
  value: described(z.string().nullable(), 'Value to compare with; none for `exists` and `absent`', 'chat'),
});
export type SourceCondition = z.infer<typeof SourceCondition>;

/**
 * A property of an event: the attribute at a path, or a fixed text. With a factor or with subtracted attributes it is a
 * quantity. The name `*` takes the members of the object at the path.
 */
export const SourceProperty = shape('A property of an event, and where it comes from', {
  name: described(z.string(), 'Name of the property; `*`: all members of the object at the path', 'tokens'),
  path: described(
    z.string().nullable(),
    'Attribute with the value; null for a fixed value',
    'gen_ai.usage.input_tokens',
  ),
  value: described(z.string().nullable(), 'Fixed value; null for other properties'),
  subtract: described(
    z.array(z.string()),
    'Attributes that are subtracted from the value',
    'gen_ai.usage.cache_read.input_tokens',
  ),
  factor: described(
    z.string().nullable(),
    "Number of the metric's units in one unit of the value, an exact decimal; null: 1",
    '0.001',
  ),
  optional: described(z.boolean(), 'Whether the event is made without the attribute, too'),
});
export type SourceProperty = z.infer<typeof SourceProperty>;

/**
 * How an input becomes an event. A path may name several attributes, separated by `|`: the first one that is there
 * counts.
 */
export const SourceRule = shape('How a record becomes an event', {
  code: described(z.string(), 'Code of the event and name of the rule, once per source', 'llm_input_tokens'),
  code_path: described(
    z.string().nullable(),
    'Attribute with the code of the event, in place of `code`; null without one',
  ),
  when: z.array(SourceCondition),
  subscription: described(z.string(), 'Attribute with the external subscription id', 'external_subscription_id'),
  transaction_id: described(
    z.array(z.string()),
    'Attributes that form the transaction id; empty: the identifier of the record',
    'span.id',
  ),
  timestamp: described(
    z.string().nullable(),
    'Attribute with the time of the event; null, or absent in the record: the time of reception',
    'span.end_time',
  ),
  properties: z.array(SourceProperty),
});
export type SourceRule = z.infer<typeof SourceRule>;

export const SourceConditionInput = bodyOf(
  SourceCondition,
  { path: mandatoryText(), operator: mandatoryChoice(sourceOperators), value: text() },
  ({ operator, value }, add) => {
    if (operator === undefined || withoutValue.includes(operator)) return;
    if (value === undefined || value === null) add('value', 'value_is_mandatory');
    else if (ofNumbers.includes(operator) && !number.test(value)) add('value', 'is not a number');
  },
);
export type SourceConditionInput = BodyInput<typeof SourceConditionInput>;

export const SourcePropertyInput = bodyOf(
  SourceProperty,
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

export const SourceRuleInput = bodyOf(
  SourceRule,
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
