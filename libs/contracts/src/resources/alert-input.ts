import { z } from 'zod';
import { body, type BodyInput, type FieldErrors, type RawInput, bodyOf } from '../http/body.js';
import { bounds } from '../http/bounds.js';
import {
  anything,
  flag,
  isBlank,
  judgedByRules,
  mandatoryDecimal,
  mandatoryText,
  recordList,
  text,
  withElements,
  withMembers,
} from '../http/fields.js';
import { faultOf } from '../http/guards.js';
import { readBody } from '../http/read-body.js';
import { expected, strictly } from '../http/strict.js';
import { described, texts } from '../http/texts.js';
import { subscriptionAlertTypes, walletAlertTypes, AlertThreshold } from './alert-types.js';

/** Maximum thresholds of an alert. */
const mostThresholds = 20;

const AlertThresholdInput = bodyOf(AlertThreshold, {
  value: mandatoryDecimal(),
  code: described(text(), 'Name of the threshold', 'warning'),
  recurring: flag(),
});

/** The documented fields of an alert; `readAlert` validates the raw input and reports the first broken rule. */
const fields = {
  name: described(text(), 'Display name', 'Budget'),
  billable_metric_code: described(text(), ...texts.metricCode),
  thresholds: described(withElements(judgedByRules(recordList()), AlertThresholdInput), 'Thresholds'),
};
export const AlertInput = body({
  alert_type: described(
    strictly(mandatoryText(), z.enum([...subscriptionAlertTypes, ...walletAlertTypes])),
    'Watched value',
    'current_usage_amount',
  ),
  code: described(mandatoryText(), 'Unique code for calls', 'budget'),
  ...fields,
  thresholds: described(expected(withElements(judgedByRules(recordList()), AlertThresholdInput)), 'Thresholds'),
});
export const AlertUpdate = body({ code: described(text(), 'Unique code for calls', 'budget'), ...fields });

/** One alert under `alert`, or several under `alerts`, all or none. */
export const AlertsInput = described(
  body({
    alert: withMembers(anything(), AlertInput),
    alerts: withElements(recordList(), AlertInput),
  }),
  'One alert as `alert`, or several as `alerts`, all or none',
);

type Read<T> = { input: T } | { errors: FieldErrors };

const Texts = body({ code: text(), name: text(), billable_metric_code: text() });

/** The validated changes of an alert; missing fields are absent, and missing thresholds null. */
export type AlertChanges = BodyInput<typeof Texts> & { thresholds: AlertThreshold[] | null };
export type NewAlert<T extends string> = AlertChanges & { alert_type: T; thresholds: AlertThreshold[] };

const wrong = (field: string, ...codes: string[]) => ({ errors: { [field]: codes } });

/**
 * Validates a new alert as far as possible without a lookup: the code is checked after the metric (customers, section
 * 8.2; wallets, section 7). It reports the first error only.
 * @param types those of its owner
 */
export function readAlert<T extends string>(raw: RawInput, types: readonly T[]): Read<NewAlert<T>> {
  if (isBlank(raw['alert_type'])) return wrong('alert_type', 'value_is_mandatory', 'value_is_invalid');
  const type = types.find((one) => one === raw['alert_type']);
  if (type === undefined) return wrong('alert_type', 'invalid_type');
  const list = recordsOf(raw['thresholds']);
  if (list.length === 0) return wrong('thresholds', 'value_is_mandatory');
  const thresholds = readThresholds(list);
  if ('errors' in thresholds) return thresholds;
  const texts = readBody(Texts, raw);
  return 'errors' in texts ? texts : { input: { ...texts.input, alert_type: type, thresholds: thresholds.input } };
}

/** Validates the changes of an alert. No thresholds, or an empty list of them, leave the existing ones. */
export function readAlertUpdate(raw: RawInput): Read<AlertChanges> {
  const list = recordsOf(raw['thresholds']);
  const thresholds = readThresholds(list);
  if ('errors' in thresholds) return thresholds;
  const texts = readBody(Texts, raw);
  if ('errors' in texts) return texts;
  if (typeof texts.input.code === 'string' && isBlank(texts.input.code)) return wrong('code', 'value_is_mandatory');
  return { input: { ...texts.input, thresholds: list.length === 0 ? null : thresholds.input } };
}

/** The raw alerts of a call's body; null without any. */
export function alertsOfBody({
  alert,
  alerts,
}: BodyInput<typeof AlertsInput>): { batch: boolean; raw: RawInput[] } | null {
  if (alerts && alerts.length > 0) return { batch: true, raw: alerts };
  const [one] = recordsOf([alert]);
  return one && Object.keys(one).length > 0 ? { batch: false, raw: [one] } : null;
}

const recordsOf = (value: unknown): RawInput[] =>
  (Array.isArray(value) ? value : []).filter(
    (item): item is RawInput => item !== null && typeof item === 'object' && !Array.isArray(item),
  );

function readThresholds(list: RawInput[]): Read<AlertThreshold[]> {
  if (list.length > mostThresholds) return wrong('thresholds', 'too_many_thresholds');
  if (faultOf(list) !== null) return wrong('thresholds', 'value_is_invalid');
  const keys = list.map(({ value, recurring }) => `${plainNumber(value)} ${isRecurring(recurring)}`);
  if (new Set(keys).size < keys.length) return wrong('thresholds', 'duplicate_threshold_values');
  if (list.some(({ value }) => isBlank(value))) return wrong('thresholds:value', 'value_is_mandatory');
  if (!list.every(({ value }) => isNumeric(value))) return wrong('thresholds:value', 'value_is_invalid');
  if (list.some(({ value, recurring }) => isRecurring(recurring) && Number(value) <= 0))
    return wrong('thresholds:value', 'recurring_value_is_negative');
  const thresholds = list.map(({ value, code, recurring }) => ({
    code: ['string', 'number', 'boolean'].includes(typeof code) ? String(code) : null,
    value: plainNumber(value),
    recurring: isRecurring(recurring),
  }));
  return thresholds.some(({ code }) => (code ?? '').length > bounds.line)
    ? wrong('thresholds:code', 'value_is_too_long')
    : { input: thresholds };
}

const isRecurring = (value: unknown): boolean => value === true || value === 'true';
const isNumeric = (value: unknown): boolean =>
  ['number', 'string'].includes(typeof value) && mandatoryDecimal().safeParse(value).success;

/** A number without redundant zeros, so that equal numbers have equal texts. Any other value stays unchanged. */
function plainNumber(value: unknown): string {
  const [, sign = '', whole, fraction = ''] = /^(-?)0*(\d+)(?:\.(\d+))?$/.exec(String(value)) ?? [];
  if (whole === undefined) return String(value);
  const digitsAfter = fraction.replace(/0+$/, '');
  const digits = digitsAfter === '' ? whole : `${whole}.${digitsAfter}`;
  return digits === '0' ? '0' : sign + digits;
}
