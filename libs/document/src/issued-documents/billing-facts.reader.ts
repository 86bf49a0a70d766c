import type { CreditNote, Fee, PaymentReceipt, SingleInvoice } from '@tollgate/contracts';
import { readChargeCounts, readPlans } from '@tollgate/catalog/reader';
import { readDeductedInvoices, readFeeFacts } from '@tollgate/invoicing/reader';
import { readCards, readChargedCustomers } from '@tollgate/payment/reader';
import type { TenantTransaction } from '@tollgate/platform';
import { aggregationOf } from '@tollgate/rating';
import { readWalletNames } from '@tollgate/wallet/reader';
import type { BilledPlan, BillingFacts, CorrectedInvoice } from '../content/billing-facts.js';

type FactsOfFees = Pick<BillingFacts, 'charges' | 'fees' | 'wallets'>;

/** Reads what the documents of invoices need beyond the invoices, in a constant number of statements. */
export async function readFactsOfInvoices(
  transaction: TenantTransaction,
  invoices: SingleInvoice[],
): Promise<BillingFacts> {
  return {
    ...(await readFactsOfFees(
      transaction,
      invoices.flatMap(({ fees }) => fees),
    )),
    plans: await readPlansOfSubscriptions(transaction, invoices),
    corrected: new Map(),
    deducted: await readDeductedInvoices(
      transaction,
      invoices.filter(deductsInvoices).map(({ svc_id: id }) => id),
    ),
    convertedTaxes: new Map(),
    charged: await readChargedCustomers(
      transaction,
      invoices.map(({ customer }) => customer.svc_id),
    ),
    cards: new Map(),
  };
}

/** Reads what the documents of receipts need beyond the receipts. @param invoices that receipts show in full */
export async function readFactsOfReceipts(
  transaction: TenantTransaction,
  receipts: PaymentReceipt[],
  invoices: SingleInvoice[],
): Promise<BillingFacts> {
  const methods = receipts.flatMap(({ payment }) => payment.payment_method_id ?? []);
  return {
    ...(await readFactsOfInvoices(transaction, invoices)),
    cards: await readCards(transaction, [...new Set(methods)]),
  };
}

/** Reads what the documents of credit notes need beyond the notes. @param invoices that the notes reduce */
export async function readFactsOfCreditNotes(
  transaction: TenantTransaction,
  notes: CreditNote[],
  invoices: SingleInvoice[],
): Promise<BillingFacts> {
  return {
    ...(await readFactsOfFees(
      transaction,
      notes.flatMap(({ items }) => items.flatMap(({ fee }) => fee ?? [])),
    )),
    plans: await readPlansOfSubscriptions(transaction, invoices),
    corrected: new Map(invoices.map((invoice) => [invoice.svc_id, correctedOf(invoice)])),
    deducted: new Map(),
    convertedTaxes: new Map(),
    charged: new Set(),
    cards: new Map(),
  };
}

const deductsInvoices = ({ progressive_billing_credit_amount_cents: cents }: SingleInvoice): boolean => cents !== 0;

const correctedOf = (invoice: SingleInvoice): CorrectedInvoice => ({
  number: invoice.number,
  issuingDate: invoice.issuing_date,
  type: invoice.invoice_type,
  createdAt: invoice.created_at,
  purchaseOrder: invoice.purchase_order_number,
  amountCents: invoice.sub_total_including_taxes_amount_cents,
});

/** The plans of billed subscriptions, by subscription. */
async function readPlansOfSubscriptions(
  transaction: TenantTransaction,
  invoices: SingleInvoice[],
): Promise<Map<string, BilledPlan>> {
  const periods = invoices.flatMap((invoice) => invoice.billing_periods);
  const plans = await readPlans(
    transaction,
    periods.map((period) => period.svc_plan_id),
  );
  return new Map(
    periods.flatMap(({ svc_subscription_id: id, svc_plan_id: planId }) => {
      const plan = plans.get(planId);
      if (!plan) return [];
      const { name, invoiceDisplayName: displayName, interval } = plan;
      return [[id, { name, displayName, interval }] as const];
    }),
  );
}

async function readFactsOfFees(transaction: TenantTransaction, fees: Fee[]): Promise<FactsOfFees> {
  const idsOf = (pick: (fee: Fee) => string | null) => [...new Set(fees.flatMap((fee) => pick(fee) ?? []))];
  const counts = await readChargeCounts(transaction, {
    chargeIds: idsOf((fee) => fee.svc_charge_id),
    fixedChargeIds: idsOf((fee) => fee.svc_fixed_charge_id),
  });
  return {
    charges: new Map(
      [...counts].map(([id, { prorated, aggregationType }]) => [
        id,
        { prorated, weighted: aggregationType !== null && aggregationOf(aggregationType).isOverTime },
      ]),
    ),
    fees: await readFeeFacts(
      transaction,
      idsOf((fee) => fee.svc_id),
    ),
    wallets: await readWalletNames(
      transaction,
      idsOf((fee) => (fee.item.type === 'credit' ? fee.item.svc_item_id : null)),
    ),
  };
}
