// Fees of a preview in one plain form. They have no ids yet, so a true-up has no known parent, and groups are left out.
import type { FilterValues } from './requests.ts';
import type { Fee } from './rater/model.ts';
import { type Numeric, rational } from './rater/rational.ts';
import type { ServiceFee } from './service-objects.ts';

/** How often each fee is there. */
export type PreviewTable = Record<string, number>;

/** The figures that a preview must show. */
export interface PreviewFigures {
  issuing_date: string;
  fees_amount_cents: string;
  progressive_billing_credit_amount_cents: string;
  coupons_amount_cents: string;
  taxes_amount_cents: string;
  credit_notes_amount_cents: string;
  prepaid_credit_amount_cents: string;
  total_amount_cents: string;
  fees: PreviewTable;
}

interface PreviewFee {
  type: string;
  subscription: string | null;
  code: string;
  filter: FilterValues | null;
  group: boolean;
  units: Numeric;
  cents: bigint | number;
  taxes: bigint | number;
}

const line = ({ type, subscription, code, filter, units, cents, taxes }: PreviewFee) =>
  `${type} ${subscription === 'previewed' ? '' : (subscription ?? '')} ${code} ${JSON.stringify(filter ?? {})}: ${rational(units)} units, ${cents} + ${taxes}`;

function table(fees: PreviewFee[]): PreviewTable {
  const counts: PreviewTable = {};
  for (const fee of fees.filter(({ group, units, cents }) => !(group && `${rational(units)} ${cents}` === '0 0')))
    counts[line(fee)] = (counts[line(fee)] ?? 0) + 1;
  return counts;
}

const inOrder = (filter: FilterValues | null): FilterValues | null =>
  filter &&
  Object.fromEntries(
    Object.entries(filter)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, values]) => [key, [...values].sort()]),
  );
const hasGroup = (group: object | null) => Object.keys(group ?? {}).length > 0;

export const lineOfPreview = {
  expected: (fees: Fee[]): PreviewTable =>
    table(
      fees.map((fee) => ({
        type: fee.type,
        subscription: fee.subscription?.externalId ?? null,
        code: fee.code,
        filter: fee.type === 'charge' ? inOrder(fee.filter) : null,
        group: fee.type === 'charge' && hasGroup(fee.group),
        units: fee.units,
        cents: fee.amountCents,
        taxes: fee.taxesCents,
      })),
    ),
  actual: (fees: ServiceFee[]): PreviewTable =>
    table(
      fees.map((fee) => ({
        type: fee.item.type,
        subscription: fee.external_subscription_id,
        code: fee.item.code,
        filter: inOrder(fee.item.filters),
        group: hasGroup(fee.item.grouped_by),
        units: fee.units,
        cents: fee.amount_cents,
        taxes: fee.taxes_amount_cents,
      })),
    ),
};
