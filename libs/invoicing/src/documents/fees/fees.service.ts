import { Injectable } from '@nestjs/common';
import { FeeUpdate, type Fee, type FeeFilters, type FeeWithTaxes, type Meta, type RawInput } from '@tollgate/contracts';
import { Clock, isId, NotAllowed, NotFound, type TenantTransaction, readRawInput } from '@tollgate/platform';
import { customerIdsOf, subscriptionIdsOf } from '@tollgate/subscription/reader';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { presentFees, presentFeesWithTaxes } from './fee.presenter.js';
import {
  findFee,
  listFees,
  lockFee,
  updateFee,
  type FeeRestriction,
  type FeeRow,
} from '../../model/fees/fees.repository.js';

/** Fees: the lines of invoices, and the uninvoiced ones of charges in advance (charges, section 4). */
@Injectable()
export class FeesService {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly clock: Clock,
  ) {}

  async list(organizationId: string, filters: FeeFilters): Promise<{ fees: FeeWithTaxes[]; meta: Meta }> {
    return this.database.tenant(organizationId, async (transaction) => {
      const { rows, meta } = await listFees(transaction, filters, await restrictFees(transaction, filters));
      return { fees: await presentFeesWithTaxes(transaction, rows), meta };
    });
  }

  /** @throws NotFound */
  async read(organizationId: string, id: string): Promise<FeeWithTaxes> {
    return this.database.tenant(organizationId, async (transaction) => {
      const fee = isId(id) ? await findFee(transaction, id) : undefined;
      if (!fee) throw new NotFound('fee');
      return withTaxes(transaction, fee);
    });
  }

  /**
   * Records the payment status of an uninvoiced fee; any status may follow any other.
   * @throws NotFound, NotAllowed `invoiced_fee`, ValidationFailed
   */
  async setPaymentStatus(organizationId: string, id: string, raw: RawInput): Promise<FeeWithTaxes> {
    const now = new Date(await this.clock.now(organizationId));
    return this.database.tenant(organizationId, async (transaction) => {
      const fee = await existing(transaction, id);
      if (raw['payment_status'] === undefined) return withTaxes(transaction, fee);
      if (fee.invoice_id !== null) throw new NotAllowed('invoiced_fee');
      const { payment_status: status } = readRawInput(FeeUpdate, raw);
      if (status === fee.payment_status) return withTaxes(transaction, fee);
      const since = {
        succeeded_at: null,
        failed_at: null,
        refunded_at: null,
        ...(status === 'pending' ? {} : { [`${status}_at`]: now }),
      };
      return withTaxes(transaction, await updateFee(transaction, fee.id, { payment_status: status, ...since }));
    });
  }

  /** @throws NotFound, NotAllowed `invoiced_fee` */
  async remove(organizationId: string, id: string): Promise<Fee> {
    const now = new Date(await this.clock.now(organizationId));
    return this.database.tenant(organizationId, async (transaction) => {
      const fee = await existing(transaction, id);
      if (fee.invoice_id !== null) throw new NotAllowed('invoiced_fee');
      const [shown] = await presentFees(transaction, [await updateFee(transaction, fee.id, { deleted_at: now })]);
      return shown as Fee;
    });
  }
}

async function existing(transaction: TenantTransaction, id: string): Promise<FeeRow> {
  const fee = isId(id) ? await lockFee(transaction, id) : undefined;
  if (!fee) throw new NotFound('fee');
  return fee;
}

async function withTaxes(transaction: TenantTransaction, fee: FeeRow): Promise<FeeWithTaxes> {
  const [shown] = await presentFeesWithTaxes(transaction, [fee]);
  return shown as FeeWithTaxes;
}

/** Resolves the customers and subscriptions in the filters of fees. */
export async function restrictFees(transaction: TenantTransaction, filters: FeeFilters): Promise<FeeRestriction> {
  const { external_customer_id: customer, external_subscription_id: subscription } = filters;
  return {
    ...(customer !== undefined ? { customerIds: await customerIdsOf(transaction, customer) } : {}),
    ...(subscription !== undefined ? { subscriptionIds: await subscriptionIdsOf(transaction, subscription) } : {}),
  };
}
