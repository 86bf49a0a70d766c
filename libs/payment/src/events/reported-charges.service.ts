import { Injectable } from '@nestjs/common';
import type { Instant, TenantTransaction } from '@tollgate/platform';
import { PaymentDatabase } from '../payment.database.js';
import { readChargePurpose } from '../collection/charging/charge-purpose.js';
import { OutcomesService } from '../collection/charging/outcomes.service.js';
import { updateReportedMethod } from '../methods/attached-methods.js';
import type { ProviderEvent } from '../providers/ports/meanings.js';
import { findByProviderId, type PaymentRow } from '../model/payments/payments.repository.js';
import type { ConnectionRow } from '../model/connections/provider-connections.repository.js';
import { findReturn } from '../model/payments/returns.repository.js';
import { ReportedDisputes } from './reported-disputes.service.js';
import { isEffective } from './reported-payments.rules.js';
import { findReportedPayment } from './reported-payments.js';
import type { Unassigned } from './unassigned.js';

/** Applies events about payments, and about what becomes of them after their success (webhooks, section 11.6). */
@Injectable()
export class ReportedCharges {
  constructor(
    private readonly database: PaymentDatabase,
    private readonly outcomes: OutcomesService,
    private readonly disputes: ReportedDisputes,
  ) {}

  /**
   * A payment stays a success, whatever becomes of it later: that is recorded beside it (webhooks, amendments).
   * @param at the organization's time, Unix ms
   */
  async applyCharge(
    connection: ConnectionRow,
    event: ProviderEvent<'charge'>,
    at: Instant,
  ): Promise<Unassigned | null> {
    const { organization_id: organizationId } = connection;
    const { outcome, afterSuccess } = event;
    const { payment, isSuccess, unassigned } = await this.database.tenant(organizationId, (transaction) =>
      chargedPayment(transaction, connection, event, at),
    );
    if (!payment) return unassigned ?? null;
    if (isSuccess && afterSuccess) await this.disputes.report(payment, afterSuccess);
    else await this.outcomes.apply(organizationId, payment.id, outcome, 'event', at);
    return null;
  }

  /** A dispute names the provider's payment alone: one that is unknown belongs to another system. */
  async applyDispute(
    { organization_id: organizationId, id: connectionId }: ConnectionRow,
    { chargeId, status, reason, at }: ProviderEvent<'dispute'>,
  ): Promise<null> {
    const payment = await this.database.tenant(organizationId, (transaction) =>
      findByProviderId(transaction, connectionId, chargeId),
    );
    if (payment) await this.disputes.report(payment, { status, reason, at });
    return null;
  }
}

/** The payment that an event changes, and whether it was a success before; none if the event counts for none. */
async function chargedPayment(
  transaction: TenantTransaction,
  { id: connectionId, supports_3ds: supportsActions }: ConnectionRow,
  { charge, outcome, method }: ProviderEvent<'charge'>,
  at: Instant,
): Promise<{ payment?: PaymentRow; isSuccess: boolean; unassigned?: Unassigned }> {
  if (method) await updateReportedMethod(transaction, connectionId, method);
  const { payment, unassigned } = await findReportedPayment(transaction, connectionId, charge, outcome, at);
  if (!payment) return { isSuccess: false, ...(unassigned ? { unassigned } : {}) };
  const mayRequireAction = supportsActions || (await readChargePurpose(transaction, payment)).mayRequireAction;
  const counts = isEffective(payment, outcome, { mayRequireAction });
  return { ...(counts ? { payment } : {}), isSuccess: await hadSuccess(transaction, payment) };
}

/** Whether the provider made a payment: also one that went back, because no invoice needed it. */
const hadSuccess = async (
  transaction: TenantTransaction,
  { id, payment_status: status }: PaymentRow,
): Promise<boolean> =>
  status === 'succeeded' || (status === 'failed' && (await findReturn(transaction, id)) !== undefined);
