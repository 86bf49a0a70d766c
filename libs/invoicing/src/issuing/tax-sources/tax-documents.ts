import type { TaxMapping } from '@tollgate/contracts';
import { readBillingEntityResource, type BillingEntityView } from '@tollgate/catalog/reader';
import type { TenantTransaction } from '@tollgate/platform';
import { centsDecimal, Decimal, percentOf, roundToCents } from '@tollgate/rating';
import { readEmbeddedCustomers } from '@tollgate/subscription/reader';
import type { LineTax, TaxedLine } from '../../model/line-items/new-invoice.js';
import { itemsOfNotes, type CreditNoteRow } from '../../model/credit-notes/credit-notes.repository.js';
import { feesOfInvoices, taxesOfFees, type FeeRow } from '../../model/fees/fees.repository.js';
import type { InvoiceRow } from '../../model/invoices/invoices.repository.js';
import type { SentTaxDocument } from '../../model/taxes/tax-engines.tables.js';
import type { TaxDocument } from '../tax-engines/tax-engine.js';
import { linesOf, taxAddressOf, taxCustomerOf, wholeParts, type FeeToTax } from '../tax-engines/tax-document.rules.js';

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
  /** The input of its computed taxes; null if they are not known yet, and for an earlier invoice. */
  sent: SentTaxDocument | null;
}

/** An invoice as its tax engine sees it (webhooks, section 19). */
export async function documentOfInvoice(
  transaction: TenantTransaction,
  { invoice, fees, billingEntity, mappings, bookedAs, date, sent }: InvoiceToTax,
): Promise<TaxDocument> {
  return {
    kind: 'sale',
    bookedAs,
    date,
    ...taxDateOf(date, sent?.date ?? date),
    currency: invoice.currency,
    ...(sent ? partiesIn(sent) : await partiesOf(transaction, invoice, billingEntity)),
    lines: linesOf(
      fees.map((fee) => feeToTax(fee, roundToCents(taxableAmountOf(fee)), sent)),
      mappings,
    ),
  };
}

/** The input from which an engine computed the taxes of an invoice. */
export const sentOf = ({ date, customer, issuer, lines }: TaxDocument): SentTaxDocument => ({
  date,
  customer,
  issuer,
  item_codes: Object.fromEntries(lines.map(({ id, itemCode }) => [id, itemCode])),
});

const partiesIn = ({ customer, issuer }: SentTaxDocument): Pick<TaxDocument, 'customer' | 'issuer'> => ({
  customer,
  issuer,
});

const taxDateOf = (date: string, taxDate: string): Pick<TaxDocument, 'taxDate'> =>
  taxDate === date ? {} : { taxDate };

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
    lines: linesOf([feeToTax(fee, roundToCents(taxableAmountOf(fee)), null)], mappings),
  };
}

interface NoteToReport {
  note: CreditNoteRow;
  invoice: InvoiceRow;
  billingEntity: BillingEntityView;
  mappings: TaxMapping[];
  /** The input of its invoice's taxes; null for an earlier invoice. */
  sent: SentTaxDocument | null;
}

/**
 * A credit note as its tax engine sees it: `cn_<id>` with negative amounts, each less the share of coupons that its fee
 * has. It has the date of the note, and the parties, items and tax date of its invoice. Its lines add up to the note,
 * without and with taxes. (webhooks, section 19)
 */
export async function documentOfNote(
  transaction: TenantTransaction,
  { note, invoice, billingEntity, mappings, sent }: NoteToReport,
): Promise<TaxDocument> {
  const credited = await creditedParts(transaction, note);
  const amounts = wholeParts(
    credited.map(({ amountCents }) => amountCents),
    note.sub_total_excluding_taxes_amount_cents,
  );
  const taxes = wholeParts(
    credited.map(({ taxCents }) => taxCents),
    note.taxes_amount_cents,
  );
  const items = credited.map(({ item, fee }, at) => ({
    ...feeToTax(fee, -(amounts[at] ?? 0n), sent),
    id: item.id,
    taxCents: -(taxes[at] ?? 0n),
  }));
  return {
    kind: 'return',
    bookedAs: idOfNote(note.id),
    date: note.issuing_date,
    ...taxDateOf(note.issuing_date, sent?.date ?? invoice.issuing_date),
    currency: note.currency,
    ...(sent ? partiesIn(sent) : await partiesOf(transaction, invoice, billingEntity)),
    lines: linesOf(items, mappings),
  };
}

/** The items of a note in exact cents: after the coupons of their fees, and the taxes by the rates of these. */
async function creditedParts(transaction: TenantTransaction, note: CreditNoteRow) {
  const fees = new Map((await feesOfInvoices(transaction, [note.invoice_id])).map((fee) => [fee.id, fee]));
  const rates = new Map<string, Decimal>();
  for (const { fee_id: id, tax_rate: rate } of await taxesOfFees(transaction, [...fees.keys()]))
    rates.set(id, (rates.get(id) ?? new Decimal(0)).plus(rate));
  return (await itemsOfNotes(transaction, [note.id])).flatMap((item) => {
    const fee = fees.get(item.fee_id);
    if (!fee || fee.amount_cents === 0n) return [];
    const share = taxableAmountOf(fee).div(String(fee.amount_cents));
    const amountCents = new Decimal(item.precise_amount_cents).times(share);
    return [{ item, fee, amountCents, taxCents: percentOf(amountCents, rates.get(fee.id) ?? new Decimal(0)) }];
  });
}

/** The id under which an engine books a credit note (webhooks, section 19). */
export const idOfNote = (id: string): string => `cn_${id}`;

const feeToTax = (fee: FeeRow, amountCents: bigint, sent: SentTaxDocument | null): FeeToTax => ({
  id: fee.id,
  type: fee.fee_type,
  itemCode: fee.item_code,
  name: fee.invoice_display_name,
  amountCents,
  units: new Decimal(fee.units),
  ...(sent && fee.id in sent.item_codes ? { sentCode: sent.item_codes[fee.id] ?? null } : {}),
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
