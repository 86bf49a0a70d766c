// Fees of a preview in one plain form. They have no ids yet, so a true-up has no known parent, and groups are left out.
import { rational } from './rater/rational.mjs';

const line = ({ type, subscription, code, filter, units, cents, taxes }) =>
  `${type} ${subscription === 'previewed' ? '' : (subscription ?? '')} ${code} ${JSON.stringify(filter ?? {})}: ${rational(units)} units, ${cents} + ${taxes}`;

function table(fees) {
  const counts = {};
  for (const fee of fees.filter(({ group, units, cents }) => !(group && `${rational(units)} ${cents}` === '0 0')))
    counts[line(fee)] = (counts[line(fee)] ?? 0) + 1;
  return counts;
}

const inOrder = (filter) =>
  filter &&
  Object.fromEntries(
    Object.keys(filter)
      .sort()
      .map((key) => [key, [...filter[key]].sort()]),
  );
const hasGroup = (group) => Object.keys(group ?? {}).length > 0;

export const lineOfPreview = {
  expected: (fees) =>
    table(
      fees.map((fee) => ({
        type: fee.type,
        subscription: fee.subscription?.externalId,
        code: fee.code,
        filter: inOrder(fee.filter),
        group: hasGroup(fee.group),
        units: fee.units,
        cents: fee.amountCents,
        taxes: fee.taxesCents,
      })),
    ),
  actual: (fees) =>
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
