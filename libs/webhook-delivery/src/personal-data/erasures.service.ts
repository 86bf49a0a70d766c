import { Injectable } from '@nestjs/common';
import type { Erasure, ErasureCreate, ErasureFilters, Meta } from '@tollgate/contracts';
import { readOpenInvoices } from '@tollgate/invoicing/reader';
import {
  Clock,
  digestOf,
  erasureByDigest,
  erasureOf,
  Erasures,
  findErasure,
  isId,
  NotFound,
  presentErasure,
  presentErasures,
  refuseErrors,
  requestErasure,
  type TenantTransaction,
} from '@tollgate/platform';
import { findErasableCustomer, readRunningSubscriptions } from '@tollgate/subscription/reader';
import { WebhookDeliveryDatabase } from '../webhook-delivery.database.js';
import { listErasures } from './erasures.repository.js';

/** Requests and proofs of erasures of personal data (customers, section 17). */
@Injectable()
export class ErasuresService {
  constructor(
    private readonly database: WebhookDeliveryDatabase,
    private readonly clock: Clock,
    private readonly erasures: Erasures,
  ) {}

  /**
   * Requests the erasure of a customer, or returns the one that it has.
   * @param name an external id, or the identifier of a live or deleted customer
   * @throws NotFound, ValidationFailed with the subscriptions and invoices that are still open
   */
  async request(organizationId: string, name: string, input: Partial<ErasureCreate>): Promise<Erasure> {
    const now = await this.clock.now(organizationId);
    const { erasure, isNew } = await this.database.tenant(organizationId, async (transaction) => {
      const customer = await findErasableCustomer(transaction, name);
      const known = customer
        ? await erasureOf(transaction, customer.id)
        : await erasureByDigest(transaction, digestOf(organizationId, name));
      if (known) return { erasure: await presentErasure(transaction, known), isNew: false };
      if (!customer) throw new NotFound('customer');
      await refuseOpenBusiness(transaction, customer.id);
      const row = await requestErasure(transaction, {
        subjectType: 'customer',
        subjectId: customer.id,
        identifier: customer.externalId,
        successorId: customer.successorId,
        personalProperties: (input.personal_properties ?? []).filter((key) => key !== ''),
      });
      const request = { customer_id: customer.id, erasure_id: row.id };
      await transaction.append('customer.erasure_requested', customer.id, request, now);
      return { erasure: await presentErasure(transaction, row), isNew: true };
    });
    if (isNew) await this.erasures.begin('webhook-delivery');
    return erasure;
  }

  async list(organizationId: string, filters: ErasureFilters): Promise<{ erasures: Erasure[]; meta: Meta }> {
    const { external_customer_id: externalId } = filters;
    return this.database.tenant(organizationId, async (transaction) => {
      const digest = externalId === undefined ? null : digestOf(organizationId, externalId);
      const { rows, meta } = await listErasures(transaction, filters, digest);
      return { erasures: await presentErasures(transaction, rows), meta };
    });
  }

  /** @throws NotFound */
  async read(organizationId: string, id: string): Promise<Erasure> {
    return this.database.tenant(organizationId, async (transaction) => {
      const row = isId(id) ? await findErasure(transaction, id) : undefined;
      if (!row) throw new NotFound('erasure');
      return presentErasure(transaction, row);
    });
  }
}

/** Active subscriptions and open invoices still need their customer. @throws ValidationFailed that names them */
async function refuseOpenBusiness(transaction: TenantTransaction, customerId: string): Promise<void> {
  const subscriptions = await readRunningSubscriptions(transaction, customerId);
  const invoices = await readOpenInvoices(transaction, customerId);
  refuseErrors({
    ...(subscriptions.length > 0 ? { active_subscriptions: subscriptions } : {}),
    ...(invoices.length > 0 ? { open_invoices: invoices } : {}),
  });
}
