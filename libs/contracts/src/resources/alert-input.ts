import { body, type BodyInput, type FieldErrors, type RawInput } from '../http/body.js';
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
import type { AlertThreshold } from './alert-types.js';

/** Most thresholds of an alert. */
const mostThresholds = 20;

const AlertThresholdInput = body({ value: mandatoryDecimal(), code: text(), recurring: flag() });

/** An alert as it is documented; what is given is read by `readAlert`, which tells the first rule that is broken. */
const fields = {
  name: text(),
  billable_metric_code: text(),
  thresholds: withElements(judgedByRules(recordList()), AlertThresholdInput),
};
export const AlertInput = body({ alert_type: mandatoryText(), code: mandatoryText(), ...fields });
export const AlertUpdate = body({ code: text(), ...fields });

/** One alert under `alert`, or several under `alerts`, all or none. */
export const AlertsInput = body({
  alert: withMembers(anything(), AlertInput),
  alerts: withElements(recordList(), AlertInput),
});

type Read<T> = { input: T } | { errors: FieldErrors };

const Texts = body({ code: text(), name: text(), billable_metric_code: text() });

/** What is read of an alert; fields that were not given are absent, and thresholds are null then. */
export type AlertChanges = BodyInput<typeof Texts> & { thresholds: AlertThreshold[] | null };
export type NewAlert<T extends string> = AlertChanges & { alert_type: T; thresholds: AlertThreshold[] };

const wrong = (field: string, ...codes: string[]) => ({ errors: { [field]: codes } });

/**
 * Reads an alert that is to be made, up to what has to be looked up: the code is asked for behind the metric (customers,
 * section 8.2; wallets, section 7). Of its errors the first one is told.
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

/** Reads what an alert is to become. No thresholds, or an empty list of them, leave those that it has. */
export function readAlertUpdate(raw: RawInput): Read<AlertChanges> {
  const list = recordsOf(raw['thresholds']);
  const thresholds = readThresholds(list);
  if ('errors' in thresholds) return thresholds;
  const texts = readBody(Texts, raw);
  if ('errors' in texts) return texts;
  if (typeof texts.input.code === 'string' && isBlank(texts.input.code)) return wrong('code', 'value_is_mandatory');
  return { input: { ...texts.input, thresholds: list.length === 0 ? null : thresholds.input } };
}

/** The alerts of a body, of one call; null when it has none. */
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

/** A number without zeros that say nothing: those that are equal are equal texts. Anything else as it is. */
function plainNumber(value: unknown): string {
  const [, sign = '', whole, fraction = ''] = /^(-?)0*(\d+)(?:\.(\d+))?$/.exec(String(value)) ?? [];
  if (whole === undefined) return String(value);
  const digitsAfter = fraction.replace(/0+$/, '');
  const digits = digitsAfter === '' ? whole : `${whole}.${digitsAfter}`;
  return digits === '0' ? '0' : sign + digits;
}
