import { Injectable } from '@nestjs/common';
import type { explanationReasons, FeeExplanation, InvoiceExplanation } from '@tollgate/contracts';
import { isId, NotFound, type TenantTransaction } from '@tollgate/platform';
import { Decimal } from '@tollgate/rating';
import { readWalletUses } from '@tollgate/wallet/reader';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { inputsFormat, invoiceInputsFormat } from '../../model/fee-inputs/input-bounds.js';
import { creditsOfInvoices } from '../../model/credit-notes/credit-notes.repository.js';
import { feesOfInvoices, findFee, taxesOfFees, type FeeRow } from '../../model/fees/fees.repository.js';
import { inputsOfFees, inputsOfInvoice } from '../../model/fee-inputs/fee-inputs.repository.js';
import { findInvoice, taxesOfInvoices, type InvoiceRow } from '../../model/invoices/invoices.repository.js';
import { isShownTo } from '../../model/invoices/shown-invoices.rules.js';
import { couponItems } from '../../documents/credit-notes/credits.presenter.js';
import { presentFeeExplanation, presentInvoiceExplanation } from './explanation.presenter.js';
import { ExplanationReport } from './explanation-report.js';
import type { ExplainedInvoice } from './invoice-steps.js';

/** A fee's explanation, or the reason why there is none. */
export interface FeeAnswer {
  explanation: FeeExplanation | null;
  reason: (typeof explanationReasons)[number] | null;
}

/** Explains amounts from the inputs that are stored with them; every read compares its steps with the stored amounts. */
@Injectable()
export class ExplanationsService {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly report: ExplanationReport,
  ) {}

  /**
   * @param customerId the customer, for a call of the portal: it sees lines of its issued invoices alone
   * @throws NotFound
   */
  async ofFee(organizationId: string, id: string, customerId?: string): Promise<FeeAnswer> {
    const found = await this.database.tenant(organizationId, async (transaction) => {
      const fee = isId(id) ? await findFee(transaction, id) : undefined;
      if (!fee) throw new NotFound('fee');
      if (customerId !== undefined && !(await isOfShownInvoice(transaction, fee, customerId)))
        throw new NotFound('fee');
      const stored = (await inputsOfFees(transaction, [fee.id])).get(fee.id);
      const taxes = await taxesOfFees(transaction, [fee.id]);
      return { fee, stored, taxes, invoice: await invoiceOfDiscounts(transaction, fee) };
    });
    const { fee, stored, taxes, invoice } = found;
    if (!stored) return { explanation: null, reason: 'inputs_not_stored' };
    // A process of an earlier version may meet what a later one has written.
    if (stored.format !== inputsFormat) return { explanation: null, reason: 'format_unknown' };
    const explanation = presentFeeExplanation({ fee, taxes, ...stored, invoice });
    this.report.differences('fee', fee.id, explanation);
    return { explanation, reason: null };
  }

  /**
   * @param customerId the customer, for a call of the portal: it sees its issued invoices alone
   * @throws NotFound
   */
  async ofInvoice(organizationId: string, id: string, customerId?: string): Promise<InvoiceExplanation> {
    const found = await this.database.tenant(organizationId, async (transaction) => {
      const invoice = isId(id) ? await findInvoice(transaction, id) : undefined;
      if (!invoice) throw new NotFound('invoice');
      if (customerId !== undefined && !isShownTo(customerId, invoice)) throw new NotFound('invoice');
      const explained = await explainedInvoice(transaction, invoice);
      const feeIds = explained.fees.map((fee) => fee.id);
      const couponIds = explained.credits.filter(({ kind }) => kind === 'coupon').map((credit) => credit.source_id);
      return {
        explained,
        withInputs: new Set((await inputsOfFees(transaction, feeIds)).keys()),
        couponNames: new Map(await couponItems(transaction, couponIds)),
      };
    });
    const explanation = presentInvoiceExplanation(found.explained, found.withInputs, found.couponNames);
    this.report.differences('invoice', found.explained.invoice.id, explanation);
    return explanation;
  }
}

/** Reads an invoice with everything that its total consists of. */
async function explainedInvoice(transaction: TenantTransaction, invoice: InvoiceRow): Promise<ExplainedInvoice> {
  const fees = await feesOfInvoices(transaction, [invoice.id]);
  const stored = await inputsOfInvoice(transaction, invoice.id);
  return {
    invoice,
    fees,
    feeTaxes: await taxesOfFees(
      transaction,
      fees.map((fee) => fee.id),
    ),
    taxes: await taxesOfInvoices(transaction, [invoice.id]),
    credits: await creditsOfInvoices(transaction, [invoice.id]),
    wallets: await readWalletUses(transaction, invoice.id),
    coupons: stored && stored.format <= invoiceInputsFormat ? stored.inputs.coupons : null,
    progressive: stored?.format === invoiceInputsFormat ? (stored.inputs.progressive ?? null) : null,
  };
}

/** Whether a fee is on an invoice that its customer sees in the portal. */
async function isOfShownInvoice(transaction: TenantTransaction, fee: FeeRow, customerId: string): Promise<boolean> {
  const invoice = fee.invoice_id === null ? undefined : await findInvoice(transaction, fee.invoice_id);
  return invoice !== undefined && isShownTo(customerId, invoice);
}

/** Reads the invoice of a fee that has discounts; null for other fees. */
async function invoiceOfDiscounts(transaction: TenantTransaction, fee: FeeRow): Promise<ExplainedInvoice | null> {
  if (fee.invoice_id === null || new Decimal(fee.precise_coupons_amount_cents).isZero()) return null;
  const invoice = await findInvoice(transaction, fee.invoice_id);
  return invoice ? explainedInvoice(transaction, invoice) : null;
}
