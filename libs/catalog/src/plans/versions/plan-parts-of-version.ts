import type { PlanChangeSubject } from '@tollgate/contracts';
import { canonical, isRecord, recordsOf, type Form } from './plan-form.js';
import { moneyText } from './value-texts.js';

/** A part of a plan in one version: what can be new, gone, or changed field by field. */
export interface VersionPart {
  /** Finds the same part in another version. */
  key: string;
  subject: PlanChangeSubject;
  code: string | null;
  /** Starts its sentences: `Charge storage`. */
  name: string;
  fields: Form;
  /** Of its prices: a currency, or the code of a pricing unit. */
  unit: string;
  currency: string;
  /** The key of the part that it belongs to; both come and go together. */
  owner: string | null;
}

const textIn = (record: Form, field: string): string => String(record[field] ?? '');

/** The parts of a version, in the order of its body. */
export function partsOf(form: Form): VersionPart[] {
  const {
    charges,
    fixed_charges: fixedCharges,
    usage_thresholds: thresholds,
    minimum_commitment: commitment,
    entitlements,
    ...fields
  } = form;
  const currency = textIn(form, 'amount_currency');
  const money = { unit: currency, currency, owner: null, code: null };
  return distinct([
    { ...money, key: 'plan', subject: 'plan', name: 'Plan', fields },
    ...recordsOf(charges).flatMap((charge) => partsOfCharge(charge, currency)),
    ...recordsOf(fixedCharges).map((charge) => fixedChargePart(charge, currency)),
    ...(isRecord(commitment)
      ? [
          {
            ...money,
            key: 'minimum_commitment',
            subject: 'minimum_commitment' as const,
            name: 'Minimum commitment',
            fields: commitment,
          },
        ]
      : []),
    ...recordsOf(thresholds).map((threshold) => thresholdPart(threshold, currency)),
    ...Object.entries(isRecord(entitlements) ? entitlements : {}).map(([feature, values]) => ({
      ...money,
      key: `feature ${feature}`,
      subject: 'entitlement' as const,
      code: feature,
      name: `Feature ${feature}`,
      fields: isRecord(values) ? values : {},
    })),
  ]);
}

function partsOfCharge({ code: named, filters, ...fields }: Form, currency: string): VersionPart[] {
  const code = String(named);
  const unit = isRecord(fields['applied_pricing_unit']) ? textIn(fields['applied_pricing_unit'], 'code') : currency;
  const charge: VersionPart = {
    key: `charge ${code}`,
    subject: 'charge',
    code,
    name: `Charge ${code}`,
    fields,
    unit,
    currency,
    owner: null,
  };
  const parts = recordsOf(filters).map(({ values, ...own }): VersionPart => ({
    key: `filter ${code} ${canonical(values)}`,
    subject: 'filter',
    code,
    name: `Charge ${code}, filter ${valuesText(values)}`,
    fields: own,
    unit,
    currency,
    owner: charge.key,
  }));
  return [charge, ...parts];
}

function fixedChargePart({ code: named, ...fields }: Form, currency: string): VersionPart {
  const code = String(named);
  const name = `Fixed charge ${code}`;
  return {
    key: `fixed_charge ${code}`,
    subject: 'fixed_charge',
    code,
    name,
    fields,
    unit: currency,
    currency,
    owner: null,
  };
}

/** A threshold is its amount: another amount is another threshold. */
function thresholdPart({ amount_cents: amount, recurring, ...fields }: Form, currency: string): VersionPart {
  const kind = recurring === true ? 'Recurring usage threshold' : 'Usage threshold';
  return {
    key: `threshold ${String(recurring)} ${String(amount)}`,
    subject: 'usage_threshold',
    code: null,
    name: `${kind} of ${moneyText(String(amount), currency)} ${currency}`,
    fields,
    unit: currency,
    currency,
    owner: null,
  };
}

/** `model large, region eu or us` */
const valuesText = (values: unknown): string =>
  Object.entries(isRecord(values) ? values : {})
    .map(([key, some]) => `${key} ${Array.isArray(some) ? some.join(' or ') : String(some)}`)
    .join(', ');

/** Filters may have equal values: the second one is another part. */
function distinct(parts: VersionPart[]): VersionPart[] {
  const seen = new Map<string, number>();
  return parts.map((part) => {
    const count = (seen.get(part.key) ?? 0) + 1;
    seen.set(part.key, count);
    return count === 1 ? part : { ...part, key: `${part.key} ${count}` };
  });
}
