import { Controller, Param } from '@nestjs/common';
import {
  portalPlanRoutes as routes,
  PortalSubscription,
  shownFields,
  type SingleSubscription,
  type Plan,
} from '@tollgate/contracts';
import {
  Call,
  CurrentCustomer,
  Input,
  Query,
  type AnswerOf,
  type CallingCustomer,
  type InputOf,
  type QueryOf,
} from '@tollgate/platform';
import { PortalPlansService } from './portal-plans.service.js';

/** Customers change and end their subscriptions (customers, section 3.5). */
@Controller()
export class PortalPlansController {
  constructor(private readonly plans: PortalPlansService) {}

  @Call(routes.plans)
  async list(
    @CurrentCustomer() caller: CallingCustomer,
    @Query() { external_subscription_id: externalId }: QueryOf<typeof routes.plans>,
  ): Promise<AnswerOf<typeof routes.plans>> {
    return { plans: await this.plans.list(caller, externalId ?? '') };
  }

  @Call(routes.change)
  async change(
    @CurrentCustomer() caller: CallingCustomer,
    @Param('external_id') externalId: string,
    @Input() { plan_code: planCode }: InputOf<typeof routes.change>,
  ): Promise<AnswerOf<typeof routes.change>> {
    return shown(await this.plans.change(caller, externalId, planCode ?? ''));
  }

  @Call(routes.takeBackChange)
  async takeBackChange(
    @CurrentCustomer() caller: CallingCustomer,
    @Param('external_id') externalId: string,
  ): Promise<AnswerOf<typeof routes.takeBackChange>> {
    return shown(await this.plans.takeBackChange(caller, externalId));
  }

  @Call(routes.end)
  async end(
    @CurrentCustomer() caller: CallingCustomer,
    @Param('external_id') externalId: string,
    @Input() input: InputOf<typeof routes.end>,
  ): Promise<AnswerOf<typeof routes.end>> {
    return shown(await this.plans.end(caller, externalId, input));
  }

  @Call(routes.takeBackEnd)
  async takeBackEnd(
    @CurrentCustomer() caller: CallingCustomer,
    @Param('external_id') externalId: string,
  ): Promise<AnswerOf<typeof routes.takeBackEnd>> {
    return shown(await this.plans.takeBackEnd(caller, externalId));
  }
}

/** A subscription as its customer sees it, with the names of its plan. */
function shown({ plan, ...subscription }: SingleSubscription): { subscription: PortalSubscription } {
  const { svc_id, code, name, interval } = plan as Plan;
  return { subscription: shownFields(PortalSubscription, { ...subscription, plan: { svc_id, code, name, interval } }) };
}
