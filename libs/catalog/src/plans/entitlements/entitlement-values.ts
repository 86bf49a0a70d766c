import { bounds, type EntitlementValue, type PrivilegeType } from '@tollgate/contracts';

/** The rule for values of a privilege. */
export interface ValueRule {
  valueType: PrivilegeType;
  selectOptions: readonly string[];
}

/** The canonical text of an integer. */
const canonicalInteger = /^(0|-?[1-9]\d*)$/;

/**
 * Converts a raw value to its stored text, or returns the code of its fault (catalog, section 8).
 * @returns `{ value }` as text for any type: `10`, `true`
 */
export function storableValue(rule: ValueRule, raw: unknown): { value: string } | { fault: string } {
  const invalid = { fault: 'value_is_invalid' };
  switch (rule.valueType) {
    case 'integer': {
      const text = typeof raw === 'number' ? String(raw) : raw;
      const isWhole = typeof text === 'string' && canonicalInteger.test(text) && Number.isSafeInteger(Number(text));
      return isWhole ? { value: text } : invalid;
    }
    case 'boolean':
      return ['true', 'false'].includes(String(raw)) && typeof raw !== 'object' ? { value: String(raw) } : invalid;
    case 'string':
      if (typeof raw !== 'string') return invalid;
      return raw.length > bounds.line ? { fault: 'value_is_too_long' } : { value: raw };
    case 'select':
      return typeof raw === 'string' && rule.selectOptions.includes(raw)
        ? { value: raw }
        : { fault: 'value_not_in_select_options' };
  }
}

/** Converts a stored value to the value in answers, by its type. */
export function shownValue(valueType: PrivilegeType, value: string): EntitlementValue {
  if (valueType === 'integer') return Number(value);
  return valueType === 'boolean' ? value === 'true' : value;
}
