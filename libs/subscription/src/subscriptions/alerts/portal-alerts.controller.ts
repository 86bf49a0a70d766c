import { Controller, Param } from '@nestjs/common';
import { portalAlertRoutes as routes } from '@tollgate/contracts';
import { Call, CurrentCustomer, Input, type AnswerOf, type CallingCustomer, type InputOf } from '@tollgate/platform';
import { PortalAlertsService } from './portal-alerts.service.js';

/** The alerts that customers set in the portal (customers, section 3.9). */
@Controller()
export class PortalAlertsController {
  constructor(private readonly alerts: PortalAlertsService) {}

  @Call(routes.list)
  async list(
    @CurrentCustomer() caller: CallingCustomer,
    @Param('external_id') externalId: string,
  ): Promise<AnswerOf<typeof routes.list>> {
    return { alerts: await this.alerts.list(caller, externalId) };
  }

  @Call(routes.create)
  async create(
    @CurrentCustomer() caller: CallingCustomer,
    @Param('external_id') externalId: string,
    @Input() input: InputOf<typeof routes.create>,
  ): Promise<AnswerOf<typeof routes.create>> {
    return { alert: await this.alerts.create(caller, externalId, input) };
  }

  @Call(routes.update)
  async update(
    @CurrentCustomer() caller: CallingCustomer,
    @Param('external_id') externalId: string,
    @Param('code') code: string,
    @Input() input: InputOf<typeof routes.update>,
  ): Promise<AnswerOf<typeof routes.update>> {
    return { alert: await this.alerts.update(caller, externalId, code, input) };
  }

  @Call(routes.remove)
  async remove(
    @CurrentCustomer() caller: CallingCustomer,
    @Param('external_id') externalId: string,
    @Param('code') code: string,
  ): Promise<AnswerOf<typeof routes.remove>> {
    return { alert: await this.alerts.remove(caller, externalId, code) };
  }
}
