import { Injectable } from '@nestjs/common';
import type { explanationReasons, FeeExplanation, InvoiceExplanation } from '@tollgate/contracts';
import { isId, NotFound } from '@tollgate/platform';
import { readWalletUses } from '@tollgate/wallet/reader';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { inputsFormat } from '../../model/fee-inputs/input-bounds.js';
import { creditsOfInvoices } from '../../model/repositories/credit-notes.repository.js';
import { feesOfInvoices, findFee, taxesOfFees } from '../../model/repositories/fees.repository.js';
import { inputsOfFees, inputsOfInvoice } from '../../model/repositories/fee-inputs.repository.js';
import { findInvoice, taxesOfInvoices } from '../../model/repositories/invoices.repository.js';
import { presentFeeExplanation, presentInvoiceExplanation } from './explanation.presenter.js';
import { ExplanationReport } from './explanation-report.js';

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

  /** @throws NotFound */
  async ofFee(organizationId: string, id: string): Promise<FeeAnswer> {
    const found = await this.database.tenant(organizationId, async (transaction) => {
      const fee = isId(id) ? await findFee(transaction, id) : undefined;
      if (!fee) throw new NotFound('fee');
      const stored = (await inputsOfFees(transaction, [fee.id])).get(fee.id);
      return { fee, stored, taxes: await taxesOfFees(transaction, [fee.id]) };
    });
    const { fee, stored, taxes } = found;
    if (!stored) return { explanation: null, reason: 'inputs_not_stored' };
    // A process of an earlier version may meet what a later one has written.
    if (stored.format !== inputsFormat) return { explanation: null, reason: 'format_unknown' };
    const explanation = presentFeeExplanation({ fee, taxes, ...stored });
    this.report.differences('fee', fee.id, explanation);
    return { explanation, reason: null };
  }

  /** @throws NotFound */
  async ofInvoice(organizationId: string, id: string): Promise<InvoiceExplanation> {
    const found = await this.database.tenant(organizationId, async (transaction) => {
      const invoice = isId(id) ? await findInvoice(transaction, id) : undefined;
      if (!invoice) throw new NotFound('invoice');
      const fees = await feesOfInvoices(transaction, [invoice.id]);
      const feeIds = fees.map((fee) => fee.id);
      const stored = await inputsOfInvoice(transaction, invoice.id);
      const explained = {
        invoice,
        fees,
        feeTaxes: await taxesOfFees(transaction, feeIds),
        taxes: await taxesOfInvoices(transaction, [invoice.id]),
        credits: await creditsOfInvoices(transaction, [invoice.id]),
        wallets: await readWalletUses(transaction, invoice.id),
        coupons: stored?.format === inputsFormat ? stored.inputs.coupons : null,
      };
      return { explained, withInputs: new Set((await inputsOfFees(transaction, feeIds)).keys()) };
    });
    const explanation = presentInvoiceExplanation(found.explained, found.withInputs);
    this.report.differences('invoice', found.explained.invoice.id, explanation);
    return explanation;
  }
}
