import type { FieldErrors, RawInput, SkippedRule, SourceRule } from '@tollgate/contracts';
import { attributeOf, textOf } from './attributes.js';
import { unmetBy } from './conditions.js';
import { secondsOf } from './instants.js';
import { propertiesOf } from './properties.js';
import type { SourceInput } from './source-input.js';

/** An event as a call would send it, with the rule that made it. */
export interface RuledEvent {
  rule: string;
  event: RawInput;
}

/** The events and refusals that rules make of one input. */
export interface Applied {
  events: RuledEvent[];
  /** Rules whose conditions are met, and which cannot make their event. */
  refusals: { rule: string; errors: FieldErrors }[];
  skipped: SkippedRule[];
}

/** Applies the rules of a source to an input (metering, section 2.8). The same input always makes the same events. */
export function applyRules(rules: readonly SourceRule[], input: SourceInput): Applied {
  const applied: Applied = { events: [], refusals: [], skipped: [] };
  for (const rule of rules) {
    const condition = unmetBy(input, rule.when);
    if (condition) {
      applied.skipped.push({ rule: rule.code, condition });
      continue;
    }
    const made = eventOf(rule, input);
    if ('errors' in made) applied.refusals.push({ rule: rule.code, errors: made.errors });
    else applied.events.push({ rule: rule.code, event: made.event });
  }
  return applied;
}

function eventOf(rule: SourceRule, input: SourceInput): { event: RawInput } | { errors: FieldErrors } {
  const { properties, errors } = propertiesOf(input, rule.properties);
  const need = (field: string, path: string): string => {
    const found = attributeOf(input, path);
    const text = textOf(found);
    if (text === null || text.trim() === '')
      errors[field] = [found === undefined || text !== null ? 'attribute_missing' : 'value_is_invalid'];
    return text ?? '';
  };
  const code = rule.code_path === null ? rule.code : need('code', rule.code_path);
  const subscription = need('external_subscription_id', rule.subscription);
  const parts = rule.transaction_id.map((path) => need('transaction_id', path));
  if (parts.length === 0 && input.id === null) errors['transaction_id'] = ['attribute_missing'];
  // Without an instant, the event gets the time of its reception.
  const instant = rule.timestamp === null ? undefined : attributeOf(input, rule.timestamp);
  const seconds = instant === undefined ? null : secondsOf(instant);
  if (instant !== undefined && seconds === null) errors['timestamp'] = ['invalid_date'];
  if (Object.keys(errors).length > 0) return { errors };
  return {
    event: {
      transaction_id: transactionId(parts.length > 0 ? parts : [input.id ?? ''], rule.code),
      external_subscription_id: subscription,
      code,
      properties,
      ...(seconds === null ? {} : { timestamp: seconds }),
    },
  };
}

/** Different parts make different ids: a colon within a part is escaped. */
export const transactionId = (parts: readonly string[], rule: string): string =>
  [...parts, rule].map((part) => part.replace(/[\\:]/g, '\\$&')).join(':');
