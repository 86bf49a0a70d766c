import { Controller } from '@nestjs/common';
import { portalRoutes as routes, PortalSubscription, shownFields } from '@tollgate/contracts';
import { Call, CurrentCustomer, Query, type AnswerOf, type CallingCustomer, type QueryOf } from '@tollgate/platform';
import { SubscriptionsService } from '../resource/subscriptions.service.js';

/** The subscriptions that customers see in the portal (webhooks, section 24). */
@Controller()
export class PortalSubscriptionsController {
  constructor(private readonly subscriptions: SubscriptionsService) {}

  @Call(routes.subscriptions)
  async list(
    @CurrentCustomer() { organizationId, customerId }: CallingCustomer,
    @Query() filters: QueryOf<typeof routes.subscriptions>,
  ): Promise<AnswerOf<typeof routes.subscriptions>> {
    const withPlans = { ...filters, expand: ['plan' as const] };
    const { subscriptions, meta } = await this.subscriptions.list(organizationId, withPlans, () => true, {
      id: customerId,
    });
    return {
      subscriptions: subscriptions.map(({ plan = null, ...subscription }) =>
        shownFields(PortalSubscription, { ...subscription, plan }),
      ),
      meta,
    };
  }
}
