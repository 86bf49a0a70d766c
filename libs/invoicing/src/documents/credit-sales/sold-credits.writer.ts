import type { SoldCredits } from '@tollgate/contracts';
import { readBillingEntity } from '@tollgate/catalog/reader';
import type { TenantTransaction, Instant } from '@tollgate/platform';
import { Decimal } from '@tollgate/rating';
import { readCustomerView } from '@tollgate/subscription/reader';
import { writeInvoice } from '../../issuing/invoice-writing/invoice.writer.js';
import type { NewFee } from '../../model/line-items/new-invoice.js';
import { noCredits } from '../../issuing/prepaid-credits/credit-taking.js';

const none = new Decimal(0);

/**
 * Writes the invoice of sold credits: one line, never taxed, and hidden until its payment if the sale requests that
 * (wallets, section 3.5).
 */
export async function invoiceSoldCredits(
  transaction: TenantTransaction,
  sold: SoldCredits,
  now: Instant,
): Promise<string> {
  const customer = await readCustomerView(transaction, sold.customer_id);
  const billingEntity =
    sold.billing_entity_id === null
      ? customer.billingEntity
      : await readBillingEntity(transaction, sold.billing_entity_id);
  return writeInvoice(transaction, {
    type: 'credit',
    organizationId: transaction.organizationId,
    customer,
    billingEntity,
    subscriptions: [],
    currency: sold.currency,
    lines: [lineOf(sold, now)],
    credits: noCredits,
    awaitsPayment: sold.requires_successful_payment,
    skipsProvider: sold.skip_psp === true,
    purchaseOrderNumber: sold.purchase_order_number,
    ...(sold.custom_sections ? { customSections: sold.custom_sections } : {}),
    at: now,
    now,
  });
}

function lineOf(sold: SoldCredits, now: Instant): NewFee {
  const name = sold.name || 'credit';
  const amountCents = BigInt(sold.amount_cents);
  return {
    type: 'credit',
    subscription: null,
    charge: null,
    bucket: null,
    itemId: sold.wallet_transaction_id,
    itemCode: 'credit',
    itemName: name,
    itemDescription: null,
    invoiceDisplayName: name,
    amountCents,
    preciseAmountCents: new Decimal(sold.amount_cents),
    preciseCouponsAmountCents: none,
    units: new Decimal(sold.credit_amount),
    totalAggregatedUnits: null,
    preciseUnitAmount: new Decimal(sold.rate_amount),
    eventsCount: null,
    amountDetails: {},
    payInAdvance: false,
    from: now,
    to: now,
    inputs: {
      kind: 'credit',
      credits: new Decimal(sold.credit_amount).toFixed(),
      rate: new Decimal(sold.rate_amount).toFixed(),
      amount_cents: String(amountCents),
    },
    taxes: [],
    ownTaxes: [],
  };
}
