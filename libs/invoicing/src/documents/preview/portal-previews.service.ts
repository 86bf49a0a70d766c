import { Injectable } from '@nestjs/common';
import { isBlank, type InvoicePreview, type PortalEnd, type PortalPreviewInput } from '@tollgate/contracts';
import { readPortalSettings } from '@tollgate/catalog/reader';
import {
  Clock,
  NotFound,
  ValidationFailed,
  type CallingCustomer,
  type Instant,
  type TenantTransaction,
} from '@tollgate/platform';
import { currentPlanPeriod, SECOND } from '@tollgate/rating';
import { readCustomerView, readSubscriptionsByExternalId, type CustomerView } from '@tollgate/subscription/reader';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { InvoicePreviewsService } from './invoice-previews.service.js';

/** Previews what customers may do with their subscriptions, by the previews of the interface (customers, section 3.5). */
@Injectable()
export class PortalPreviewsService {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly previews: InvoicePreviewsService,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFound, ValidationFailed for a plan or an end that the issuer does not offer */
  async preview(
    { organizationId, customerId }: CallingCustomer,
    externalId: string,
    input: PortalPreviewInput,
  ): Promise<InvoicePreview> {
    if (!isBlank(input.plan_code) && !isBlank(input.end))
      throw new ValidationFailed({ plan_code: ['value_is_invalid'] });
    const now = await this.clock.now(organizationId);
    const { customer, change } = await this.database.tenant(organizationId, async (transaction) => {
      const view = await readCustomerView(transaction, customerId);
      return { customer: view, change: await changeOf(transaction, view, { externalId, input, now }) };
    });
    return this.previews.preview(organizationId, {
      customer: { external_id: customer.externalId },
      subscriptions: { external_ids: [externalId], ...change },
    });
  }
}

interface Requested {
  externalId: string;
  input: PortalPreviewInput;
  now: Instant;
}

async function changeOf(
  transaction: TenantTransaction,
  customer: CustomerView,
  { externalId, input, now }: Requested,
): Promise<{ plan_code: string } | { terminated_at: string }> {
  const settings = await readPortalSettings(transaction, customer.billingEntity.id);
  if (!isBlank(input.plan_code)) {
    const code = input.plan_code as string;
    if (!settings.offered_plan_codes.includes(code)) throw new ValidationFailed({ plan_code: ['value_is_invalid'] });
    return { plan_code: code };
  }
  if (!settings.subscription_ends.includes(input.end as PortalEnd))
    throw new ValidationFailed({ end: ['value_is_invalid'] });
  const views = await readSubscriptionsByExternalId(transaction, externalId);
  const view = views.find(({ status, customerId }) => status === 'active' && customerId === customer.id);
  if (!view) throw new NotFound('subscription');
  // The preview refuses an end in the past, and time passes until then.
  const end =
    input.end === 'now'
      ? now + SECOND
      : currentPlanPeriod(view.agreement, now, customer.timezone, view.nextBillingAt).renewsAt;
  return { terminated_at: new Date(end).toISOString() };
}
