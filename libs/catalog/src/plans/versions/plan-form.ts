import { PlanCreate, type RawInput } from '@tollgate/contracts';

/**
 * The content of an object apart from its organization: the fields that its creation takes, with codes in place of
 * identifiers. Two objects with the same form are alike (catalog, section 20).
 */
export type Form = Record<string, unknown>;

const lists = new Set(['charges', 'fixed_charges', 'usage_thresholds', 'minimum_commitment', 'applies_to', 'metadata']);
/** The plain fields of a body. */
export const fieldsOf = ({ shape }: { shape: object }): string[] =>
  Object.keys(shape).filter((field) => !lists.has(field));

/** The named fields of a record that are there. */
export const pick = (record: RawInput, fields: readonly string[]): Form =>
  Object.fromEntries(fields.flatMap((field) => (record[field] === undefined ? [] : [[field, record[field]]])));

export const isRecord = (value: unknown): value is RawInput =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
export const recordsOf = (value: unknown): RawInput[] => (Array.isArray(value) ? value.filter(isRecord) : []);
export const codesOf = (value: unknown): string[] =>
  recordsOf(value)
    .map(({ code }) => String(code))
    .sort();

const named = ['invoice_display_name', 'invoice_display_name_translations'];
const priced = [...named, 'code', 'charge_model', 'properties', 'pay_in_advance', 'prorated'];
const chargeFields = ['invoiceable', 'regroup_paid_fees', 'min_amount_cents', 'accepts_target_wallet'];

const chargeForm = (charge: RawInput): Form => ({
  ...pick(charge, ['billable_metric_code', ...priced, ...chargeFields, 'applied_pricing_unit']),
  filters: recordsOf(charge['filters']).map((filter) => pick(filter, [...named, 'properties', 'values'])),
  tax_codes: codesOf(charge['taxes']),
});
const fixedChargeForm = (charge: RawInput): Form => ({
  ...pick(charge, ['add_on_code', ...priced, 'units']),
  tax_codes: codesOf(charge['taxes']),
});
const commitmentForm = (commitment: unknown): Form =>
  isRecord(commitment)
    ? {
        minimum_commitment: {
          ...pick(commitment, [...named, 'amount_cents']),
          tax_codes: codesOf(commitment['taxes']),
        },
      }
    : {};

/** Values of a plan's features, by feature and privilege. */
const entitlementsForm = (value: unknown): Form =>
  Object.fromEntries(
    recordsOf(value).map(({ code, privileges }) => [
      String(code),
      Object.fromEntries(recordsOf(privileges).map((privilege) => [String(privilege['code']), privilege['value']])),
    ]),
  );

/** The form of a plan as its own call answers it. */
export const planForm = (plan: RawInput): Form => ({
  ...pick(plan, fieldsOf(PlanCreate)),
  tax_codes: codesOf(plan['taxes']),
  ...commitmentForm(plan['minimum_commitment']),
  usage_thresholds: recordsOf(plan['usage_thresholds']).map((threshold) =>
    pick(threshold, ['amount_cents', 'threshold_display_name', 'recurring']),
  ),
  charges: recordsOf(plan['charges']).map(chargeForm),
  fixed_charges: recordsOf(plan['fixed_charges']).map(fixedChargeForm),
  entitlements: entitlementsForm(plan['entitlements']),
  ...(isRecord(plan['metadata']) ? { metadata: plan['metadata'] } : {}),
});

/** JSON with the names of objects in one order. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1))) : part,
  );

/** Absent is null: an answer has both. */
export const alike = (one: unknown, other: unknown): boolean => canonical(one ?? null) === canonical(other ?? null);
