import { Injectable } from '@nestjs/common';
import { isId, type Instant } from '@tollgate/platform';
import { PaymentDatabase } from '../payment.database.js';
import { applyRefund } from '../collection/refunds/refund-outcomes.js';
import { ReturnsService } from '../collection/returns/returns.service.js';
import type { ProviderEvent } from '../providers/ports/meanings.js';
import type { ConnectionRow } from '../model/connections/provider-connections.repository.js';
import { findRefund, findRefundByProviderId } from '../model/payments/refunds.repository.js';
import { findReportedRefund } from './reported-refunds.js';
import type { Unassigned } from './unassigned.js';
import { unknownObject } from './unassigned.rules.js';

/** Applies events about refunds (webhooks, section 18). */
@Injectable()
export class ReportedRefunds {
  constructor(
    private readonly database: PaymentDatabase,
    private readonly returns: ReturnsService,
  ) {}

  /** Refunds belong to a credit note, or give back a part of a payment without one. @param at Unix ms */
  async apply(connection: ConnectionRow, event: ProviderEvent<'refund'>, at: Instant): Promise<Unassigned | null> {
    const { key, outcome } = event;
    return this.database.tenant(connection.organization_id, async (transaction) => {
      const refund =
        (await findRefundByProviderId(transaction, outcome.id)) ??
        (key !== null && isId(key) ? await findRefund(transaction, key) : undefined);
      if (refund) {
        await applyRefund(transaction, refund, outcome, at);
        return null;
      }
      const part = await findReportedRefund(transaction, connection.id, event, at);
      if (!part) return key === null ? null : unknownObject('refund', key);
      await this.returns.apply(transaction, part.id, outcome, at);
      return null;
    });
  }
}
