import { Controller } from '@nestjs/common';
import { portalRoutes as routes, PortalUsage, shownFields } from '@tollgate/contracts';
import {
  Call,
  CurrentCustomer,
  NotAllowed,
  NotFound,
  Query,
  type AnswerOf,
  type CallingCustomer,
  type QueryOf,
} from '@tollgate/platform';
import { answerable } from '../../model/errors/failure.rules.js';
import { CurrentUsageService } from './current-usage.service.js';

/** The usage that customers see in the portal, without taxes (webhooks, section 24). */
@Controller()
export class PortalUsageController {
  constructor(private readonly usage: CurrentUsageService) {}

  @Call(routes.usage)
  async read(
    @CurrentCustomer() { organizationId, customerId }: CallingCustomer,
    @Query() filters: QueryOf<typeof routes.usage>,
  ): Promise<AnswerOf<typeof routes.usage>> {
    const untaxed = { ...filters, apply_taxes: false };
    const usage = await answerable(this.usage.project(organizationId, { id: customerId }, untaxed)).catch(asNotFound);
    return { usage: shownFields(PortalUsage, usage) };
  }
}

/** A customer learns nothing about subscriptions that are not its own: one without usage does not exist here. */
function asNotFound(error: unknown): never {
  if (error instanceof NotAllowed && error.message === 'no_active_subscription') throw new NotFound('subscription');
  throw error;
}
