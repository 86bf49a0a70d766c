import type { EstimatedFee, InstantFee } from '@tollgate/contracts';
import { centsNumber, decimalText, subunit } from '@tollgate/rating';
import type { Payer } from '../../model/line-items/payer.js';
import { priceInvoice, type FeeLine } from '../../model/line-items/new-invoice.js';
import { presentComputedTax } from '../../documents/fees/computed-tax.presenter.js';
import { presentFee } from '../../documents/fees/fee.presenter.js';
import { feeColumns } from '../../model/line-items/fee.writer.js';

/** Presents an estimated fee with its taxes (metering, section 8.1). */
export function presentEstimate(line: FeeLine, payer: Payer): EstimatedFee {
  const { currency } = payer.subscription.plan;
  const priced = priceInvoice([line], currency);
  const taxes = priced.fees[0]?.taxes;
  return {
    ...presentLine(line, payer, {
      taxes_amount_cents: taxes?.taxesAmountCents ?? 0n,
      taxes_precise_amount_cents: taxes?.taxesPreciseAmountCents.toFixed() ?? '0',
      taxes_rate: taxes?.taxesRate.toFixed() ?? '0',
    }),
    applied_taxes: (taxes?.appliedTaxes ?? []).map((applied) => ({
      ...presentComputedTax(applied, priced.taxes, currency),
      svc_fee_id: null,
    })),
  };
}

/**
 * Presents the fee of an event by itself: without taxes, the unit amount in cents (metering, section 8.2). Cents are
 * numbers, as in every fee of the interface, since clients are generated from it.
 */
export function presentInstantEstimate(line: FeeLine, payer: Payer): InstantFee {
  const amount = centsNumber(line.amountCents);
  const fee = presentLine(line, payer, { taxes_amount_cents: 0n, taxes_precise_amount_cents: '0', taxes_rate: '0' });
  return {
    ...fee,
    amount_cents: amount,
    total_amount_cents: amount,
    precise_unit_amount: decimalText(line.preciseUnitAmount.times(subunit(payer.subscription.plan.currency))),
    amount_details: null,
  };
}

type Taxes = { taxes_amount_cents: bigint; taxes_precise_amount_cents: string; taxes_rate: string };

function presentLine(line: FeeLine, { subscription, customer }: Payer, taxes: Taxes) {
  const row = {
    ...feeColumns(line),
    ...taxes,
    id: '',
    organization_id: '',
    invoice_id: null,
    true_up_fee_id: null,
    true_up_parent_fee_id: null,
    customer_id: customer.id,
    currency: subscription.plan.currency,
    payment_status: 'pending' as const,
    self_billed: false,
    position: 0,
    created_at: new Date(0),
    succeeded_at: null,
    failed_at: null,
    refunded_at: null,
    deleted_at: null,
    precise_credit_notes_amount_cents: '0',
  };
  const fee = presentFee(row, {
    externalCustomerId: customer.externalId,
    externalSubscriptionId: subscription.externalId,
  });
  return { ...fee, svc_id: null, created_at: null };
}
