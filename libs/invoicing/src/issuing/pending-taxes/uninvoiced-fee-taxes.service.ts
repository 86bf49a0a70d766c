import { Injectable } from '@nestjs/common';
import { Clock, Logger, type Instant, type TenantTransaction } from '@tollgate/platform';
import { localDate, type Decimal } from '@tollgate/rating';
import { readCustomerView } from '@tollgate/subscription/reader';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { taxFees } from '../../model/line-items/fee.writer.js';
import { priceInvoice, type LineTax } from '../../model/line-items/new-invoice.js';
import { feesByIds, lockFee, type FeeRow } from '../../model/fees/fees.repository.js';
import { findConnectionOf } from '../../model/taxes/tax-providers.repository.js';
import {
  claimUninvoicedRequests,
  postponeUninvoicedRequest,
  takeUninvoicedRequest,
  type UninvoicedTaxRequestRow,
} from '../../model/taxes/uninvoiced-tax-requests.repository.js';
import { postponementOf } from '../tax-engines/engine-calls.rules.js';
import { EngineOutages } from '../tax-engines/engine-outages.js';
import { engineTaxesOf } from '../tax-engines/engine-taxes.rules.js';
import { EngineRefusal, EngineUnavailable, type TaxConnection, type TaxDocument } from '../tax-engines/tax-engine.js';
import { TaxEngines } from '../tax-engines/tax-engines.service.js';
import { taxesOfFee } from '../tax-sources/engine.source.js';
import { TaxConnections } from '../tax-sources/tax-connections.js';
import { documentOfFee, taxableAmountOf, taxedLineOf } from '../tax-sources/tax-documents.js';
import { sendClaimed } from './claimed-requests.js';

/** The request to an engine about a fee, with its connection. */
interface EngineRequest {
  connection: TaxConnection;
  document: TaxDocument;
  base: Decimal;
}

/**
 * Has tax engines tax fees without an invoice, each by one call. A refused one stays untaxed (webhooks, section 19).
 * Its message follows the answer.
 */
@Injectable()
export class UninvoicedFeeTaxes {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly engines: TaxEngines,
    private readonly outages: EngineOutages,
    private readonly connections: TaxConnections,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** Requests the taxes of all due fees of a customer, oldest first. A fault of one blocks no other. */
  async requestAll(organizationId: string, customerId: string): Promise<void> {
    await sendClaimed({
      claim: () =>
        this.database.tenant(organizationId, (transaction) => claimUninvoicedRequests(transaction, customerId)),
      send: (row) => this.send(row),
      onFault: ({ organization_id, fee_id }, error) =>
        this.logger.error('a request to a tax engine about a fee was not sent; it stays due', {
          organization_id,
          fee_id,
          error,
        }),
    });
  }

  private async send(row: UninvoicedTaxRequestRow): Promise<void> {
    const { organization_id: organizationId, fee_id: feeId } = row;
    const now = await this.clock.now(organizationId);
    const settle = (taxes: LineTax[], refusal: EngineRefusal | null) =>
      this.database.tenant(organizationId, (transaction) => settleFee(transaction, row, { taxes, refusal, now }));
    try {
      const prepared = await this.database.tenant(organizationId, (transaction) =>
        this.requestOf(transaction, row, now),
      );
      if (!prepared) return await settle([], null);
      const { connection, document, base } = prepared;
      const today = new Date().toISOString().slice(0, 10);
      const answer = await this.outages.around(connection, () => this.engines.taxesOf(connection, document, today));
      await settle(taxesOfFee({ id: feeId }, engineTaxesOf(answer, [base])), null);
    } catch (error) {
      if (error instanceof EngineUnavailable) {
        const later = postponementOf(error, row.attempts);
        await this.database.tenant(organizationId, (transaction) => postponeUninvoicedRequest(transaction, row, later));
      } else if (error instanceof EngineRefusal) await settle([], error);
      else throw error;
    }
  }

  /** Null when no engine taxes the customer any more. @throws EngineUnavailable without a connection */
  private async requestOf(
    transaction: TenantTransaction,
    { fee_id: feeId, customer_id: customerId }: UninvoicedTaxRequestRow,
    now: Instant,
  ): Promise<EngineRequest | null> {
    const [fee] = await feesByIds(transaction, [feeId]);
    const customer = await readCustomerView(transaction, customerId);
    if (!fee || fee.deleted_at || !customer.taxEngine) return null;
    const row = await findConnectionOf(transaction, customer.taxEngine);
    if (!row) throw new EngineUnavailable('NOT_CONNECTED');
    const { billingEntity, timezone } = customer;
    const date = localDate(now, timezone);
    const document = await documentOfFee(transaction, { fee, billingEntity, mappings: row.mappings, date });
    return { connection: await this.connections.open(transaction, row), document, base: taxableAmountOf(fee) };
  }
}

/**
 * Adds the taxes of a fee, and publishes it, once. A fee that was paid meanwhile may be on an invoice already: it keeps
 * the amounts that were paid.
 */
async function settleFee(
  transaction: TenantTransaction,
  { fee_id: feeId, customer_id: customerId }: UninvoicedTaxRequestRow,
  { taxes, refusal, now }: { taxes: LineTax[]; refusal: EngineRefusal | null; now: Instant },
): Promise<void> {
  if (!(await takeUninvoicedRequest(transaction, feeId))) return;
  const fee = await lockFee(transaction, feeId);
  if (!fee) return;
  if (fee.invoice_id === null) {
    const priced = priceInvoice([taxedLineOf(fee, taxes)], fee.currency);
    await taxFees(transaction, [feeId], { organizationId: transaction.organizationId, now, ...priced });
  }
  await transaction.append('fee.created', customerId, { fee_id: feeId }, now);
  if (refusal) await publishRefusal(transaction, fee, refusal, now);
}

async function publishRefusal(
  transaction: TenantTransaction,
  fee: FeeRow,
  { code, message }: EngineRefusal,
  now: Instant,
): Promise<void> {
  const { taxEngine } = await readCustomerView(transaction, fee.customer_id);
  if (!taxEngine) return;
  const payload = {
    fee_id: fee.id,
    tax_provider_code: taxEngine.code,
    charge_id: fee.charge_id,
    event_transaction_id: fee.event_transaction_id,
    provider_error: { message, error_code: code },
  };
  await transaction.append('fee.tax_provider_error', fee.customer_id, payload, now);
}
