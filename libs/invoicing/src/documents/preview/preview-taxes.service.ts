import { Injectable } from '@nestjs/common';
import type { BillingEntityView } from '@tollgate/catalog/reader';
import { Unavailable, ValidationFailed, type Instant } from '@tollgate/platform';
import { centsDecimal, localDate, roundToCents, type Decimal } from '@tollgate/rating';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { EngineOutages } from '../../issuing/tax-engines/engine-outages.js';
import { engineTaxesOf } from '../../issuing/tax-engines/engine-taxes.rules.js';
import { linesOf, taxCustomerOf, type FeeToTax } from '../../issuing/tax-engines/tax-document.rules.js';
import { EngineRefusal, EngineUnavailable, type TaxDocument } from '../../issuing/tax-engines/tax-engine.js';
import { TaxEngines } from '../../issuing/tax-engines/tax-engines.service.js';
import { taxesOfFee } from '../../issuing/tax-sources/engine.source.js';
import { TaxConnections } from '../../issuing/tax-sources/tax-connections.js';
import { issuerAddressOf } from '../../issuing/tax-sources/tax-documents.js';
import type { NewFee } from '../../model/line-items/new-invoice.js';
import { findConnectionOf } from '../../model/taxes/tax-providers.repository.js';
import type { PreviewedCustomer } from './preview-customer.js';

/** A preview whose lines have their coupons. */
interface Discounted {
  customer: PreviewedCustomer;
  billingEntity: BillingEntityView;
  currency: string;
  lines: NewFee[];
  /** Unix milliseconds. */
  now: Instant;
}

/** Estimates the taxes of previews by the customer's tax engine (webhooks, section 19). */
@Injectable()
export class PreviewTaxes {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly engines: TaxEngines,
    private readonly outages: EngineOutages,
    private readonly connections: TaxConnections,
  ) {}

  /**
   * The taxes of each line, in their order. No transaction may be open.
   * @throws ValidationFailed `tax_error` with the engine's code, Unavailable when it does not answer
   */
  async taxesOf(organizationId: string, discounted: Discounted): Promise<NewFee['taxes'][]> {
    const { customer, billingEntity, lines } = discounted;
    const link = customer.view.taxEngine;
    if (!link || lines.length === 0) return [];
    const prepared = await this.database.tenant(organizationId, async (transaction) => {
      const row = await findConnectionOf(transaction, link);
      if (!row) throw new Unavailable('the tax engine is not connected');
      const issuer = await issuerAddressOf(transaction, billingEntity);
      const document = documentOf(discounted, issuer, linesOf(lines.map(feeToTax), row.mappings));
      return { connection: await this.connections.open(transaction, row), document };
    });
    const { connection, document } = prepared;
    const today = new Date().toISOString().slice(0, 10);
    try {
      const answer = await this.outages.around(connection, () => this.engines.taxesOf(connection, document, today));
      const taxes = engineTaxesOf(answer, lines.map(taxableAmountOf));
      return lines.map((_, position) => taxesOfFee({ id: String(position) }, taxes));
    } catch (error) {
      if (error instanceof EngineRefusal) throw new ValidationFailed({ tax_error: [error.code] });
      if (error instanceof EngineUnavailable) throw new Unavailable('the tax engine does not answer', error);
      throw error;
    }
  }
}

function documentOf(
  { customer: { view, shown }, currency, now }: Discounted,
  issuer: TaxDocument['issuer'],
  lines: TaxDocument['lines'],
): TaxDocument {
  const customer = taxCustomerOf({ ...shown, external_id: shown.external_id ?? 'preview' });
  return { kind: 'sale', bookedAs: null, date: localDate(now, view.timezone), currency, customer, issuer, lines };
}

const taxableAmountOf = (line: NewFee): Decimal => centsDecimal(line.amountCents).minus(line.preciseCouponsAmountCents);

const feeToTax = (line: NewFee, position: number): FeeToTax => ({
  id: String(position),
  type: line.type,
  itemCode: line.itemCode,
  name: line.invoiceDisplayName,
  amountCents: roundToCents(taxableAmountOf(line)),
  units: line.units,
});
