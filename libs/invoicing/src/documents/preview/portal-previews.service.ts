import { Injectable } from '@nestjs/common';
import { isBlank, type InvoicePreview, type PortalEnd, type PortalPreviewInput } from '@tollgate/contracts';
import {
  Clock,
  ValidationFailed,
  type CallingCustomer,
  type Instant,
  type TenantTransaction,
} from '@tollgate/platform';
import { SECOND } from '@tollgate/rating';
import { checkPortalChange, readCustomerView, readPortalEnd } from '@tollgate/subscription/reader';
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
      return { customer: view, change: await changeOf(transaction, { customerId, externalId, input, now }) };
    });
    return this.previews.preview(organizationId, {
      customer: { external_id: customer.externalId },
      subscriptions: { external_ids: [externalId], ...change },
    });
  }
}

interface Requested {
  customerId: string;
  externalId: string;
  input: PortalPreviewInput;
  now: Instant;
}

async function changeOf(
  transaction: TenantTransaction,
  { customerId, externalId, input, now }: Requested,
): Promise<{ plan_code: string } | { terminated_at: string }> {
  if (!isBlank(input.plan_code)) {
    await checkPortalChange(transaction, customerId, externalId, input.plan_code as string);
    return { plan_code: input.plan_code as string };
  }
  const chosen = { at: input.end as PortalEnd, field: 'end' } as const;
  const { endsAt } = await readPortalEnd(transaction, customerId, externalId, chosen, now);
  // The preview refuses an end in the past, and time passes until then.
  return { terminated_at: new Date(Math.max(endsAt, now + SECOND)).toISOString() };
}
