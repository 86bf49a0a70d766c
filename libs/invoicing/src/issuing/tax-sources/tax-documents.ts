import type { TaxMapping } from '@tollgate/contracts';
import { readBillingEntityResource, type BillingEntityView } from '@tollgate/catalog/reader';
import type { TenantTransaction } from '@tollgate/platform';
import { centsDecimal, Decimal, roundToCents } from '@tollgate/rating';
import { readEmbeddedCustomers } from '@tollgate/subscription/reader';
import type { LineTax, TaxedLine } from '../../model/line-items/new-invoice.js';
import { itemsOfNotes, type CreditNoteRow } from '../../model/repositories/credit-notes.repository.js';
import { feesOfInvoices, type FeeRow } from '../../model/repositories/fees.repository.js';
import type { InvoiceRow } from '../../model/repositories/invoices.repository.js';
import type { TaxDocument } from '../tax-engines/tax-engine.js';
import { linesOf, taxAddressOf, taxCustomerOf, type FeeToTax } from '../tax-engines/tax-document.rules.js';

/** The taxable amount of a fee in cents: less coupons and progressive invoices. */
export const taxableAmountOf = (fee: FeeRow): Decimal =>
  centsDecimal(fee.amount_cents).minus(fee.precise_coupons_amount_cents);

/** A stored fee with taxes. */
export const taxedLineOf = (fee: FeeRow, taxes: LineTax[]): TaxedLine => ({
  amountCents: fee.amount_cents,
  preciseAmountCents: new Decimal(fee.precise_amount_cents),
  preciseCouponsAmountCents: new Decimal(fee.precise_coupons_amount_cents),
  taxes,
});

interface InvoiceToTax {
  invoice: InvoiceRow;
  fees: FeeRow[];
  billingEntity: BillingEntityView;
  mappings: TaxMapping[];
  /** Null for an estimate. */
  bookedAs: string | null;
  /** `YYYY-MM-DD`. */
  date: string;
}

/** An invoice as its tax engine sees it (webhooks, section 19). */
export async function documentOfInvoice(
  transaction: TenantTransaction,
  { invoice, fees, billingEntity, mappings, bookedAs, date }: InvoiceToTax,
): Promise<TaxDocument> {
  return {
    kind: 'sale',
    bookedAs,
    date,
    currency: invoice.currency,
    ...(await partiesOf(transaction, invoice, billingEntity)),
    lines: linesOf(
      fees.map((fee) => feeToTax(fee, roundToCents(taxableAmountOf(fee)))),
      mappings,
    ),
  };
}

interface UninvoicedFee {
  fee: FeeRow;
  billingEntity: BillingEntityView;
  mappings: TaxMapping[];
  /** `YYYY-MM-DD`. */
  date: string;
}

/** A fee without an invoice as its tax engine sees it: an estimate (webhooks, section 19). */
export async function documentOfFee(
  transaction: TenantTransaction,
  { fee, billingEntity, mappings, date }: UninvoicedFee,
): Promise<TaxDocument> {
  return {
    kind: 'sale',
    bookedAs: null,
    date,
    currency: fee.currency,
    ...(await partiesOf(transaction, fee, billingEntity)),
    lines: linesOf([feeToTax(fee, roundToCents(taxableAmountOf(fee)))], mappings),
  };
}

interface NoteToReport {
  note: CreditNoteRow;
  invoice: InvoiceRow;
  billingEntity: BillingEntityView;
  mappings: TaxMapping[];
}

/**
 * A credit note as its tax engine sees it: `cn_<id>` with negative amounts, each less the share of coupons that its fee
 * has (webhooks, section 19).
 */
export async function documentOfNote(
  transaction: TenantTransaction,
  { note, invoice, billingEntity, mappings }: NoteToReport,
): Promise<TaxDocument> {
  const fees = new Map((await feesOfInvoices(transaction, [invoice.id])).map((fee) => [fee.id, fee]));
  const items = await itemsOfNotes(transaction, [note.id]);
  const credited = items.flatMap((item): FeeToTax[] => {
    const fee = fees.get(item.fee_id);
    if (!fee || fee.amount_cents === 0n) return [];
    const share = taxableAmountOf(fee).div(String(fee.amount_cents));
    const cents = roundToCents(new Decimal(item.precise_amount_cents).times(share));
    return [{ ...feeToTax(fee, -cents), id: item.id }];
  });
  return {
    kind: 'return',
    bookedAs: idOfNote(note.id),
    date: note.issuing_date,
    currency: note.currency,
    ...(await partiesOf(transaction, invoice, billingEntity)),
    lines: linesOf(credited, mappings),
  };
}

/** The id under which an engine books a credit note (webhooks, section 19). */
export const idOfNote = (id: string): string => `cn_${id}`;

const feeToTax = (fee: FeeRow, amountCents: bigint): FeeToTax => ({
  id: fee.id,
  type: fee.fee_type,
  itemCode: fee.item_code,
  name: fee.invoice_display_name,
  amountCents,
  units: new Decimal(fee.units),
});

async function partiesOf(
  transaction: TenantTransaction,
  { customer_id: customerId }: { customer_id: string },
  billingEntity: BillingEntityView,
): Promise<Pick<TaxDocument, 'customer' | 'issuer'>> {
  const customer = (await readEmbeddedCustomers(transaction, [customerId])).get(customerId);
  if (!customer) throw new Error(`no customer ${customerId}`);
  return { customer: taxCustomerOf(customer), issuer: await issuerAddressOf(transaction, billingEntity) };
}

/** Where an issuer is. */
export const issuerAddressOf = async (
  transaction: TenantTransaction,
  { code }: BillingEntityView,
): Promise<TaxDocument['issuer']> => taxAddressOf(await readBillingEntityResource(transaction, code));
