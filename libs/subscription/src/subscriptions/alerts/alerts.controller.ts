import { Controller, Param } from '@nestjs/common';
import { subscriptionAlertRoutes as routes } from '@tollgate/contracts';
import {
  Call,
  CurrentTenant,
  Input,
  Query,
  type AnswerOf,
  type InputOf,
  type QueryOf,
  type Tenant,
} from '@tollgate/platform';
import { pathOf } from '../../lifecycle/subscription-path.js';
import { AlertsService } from './alerts.service.js';

@Controller()
export class AlertsController {
  constructor(private readonly alerts: AlertsService) {}

  @Call(routes.create)
  async create(
    @CurrentTenant() tenant: Tenant,
    @Param('external_id') externalId: string,
    @Query() status: QueryOf<typeof routes.create>,
    @Input() raw: InputOf<typeof routes.create>,
  ): Promise<AnswerOf<typeof routes.create>> {
    const { batch, alerts } = await this.alerts.create(tenant.organizationId, pathOf(externalId, status), raw);
    return batch ? { alerts } : { alert: alerts[0] };
  }

  @Call(routes.list)
  async list(
    @CurrentTenant() tenant: Tenant,
    @Param('external_id') externalId: string,
    @Query() page: QueryOf<typeof routes.list>,
  ): Promise<AnswerOf<typeof routes.list>> {
    return this.alerts.list(tenant.organizationId, pathOf(externalId, page), page);
  }

  @Call(routes.removeAll)
  async removeAll(
    @CurrentTenant() tenant: Tenant,
    @Param('external_id') externalId: string,
    @Query() status: QueryOf<typeof routes.removeAll>,
  ): Promise<string> {
    await this.alerts.removeAll(tenant.organizationId, pathOf(externalId, status));
    return '';
  }

  @Call(routes.read)
  async read(
    @CurrentTenant() tenant: Tenant,
    @Param('external_id') externalId: string,
    @Param('code') code: string,
    @Query() status: QueryOf<typeof routes.read>,
  ): Promise<AnswerOf<typeof routes.read>> {
    return { alert: await this.alerts.read(tenant.organizationId, pathOf(externalId, status), code) };
  }

  @Call(routes.update)
  async update(
    @CurrentTenant() tenant: Tenant,
    @Param('external_id') externalId: string,
    @Param('code') code: string,
    @Query() status: QueryOf<typeof routes.update>,
    @Input() raw: InputOf<typeof routes.update>,
  ): Promise<AnswerOf<typeof routes.update>> {
    return { alert: await this.alerts.update(tenant.organizationId, pathOf(externalId, status), code, raw) };
  }

  @Call(routes.remove)
  async remove(
    @CurrentTenant() tenant: Tenant,
    @Param('external_id') externalId: string,
    @Param('code') code: string,
    @Query() status: QueryOf<typeof routes.remove>,
  ): Promise<AnswerOf<typeof routes.remove>> {
    return { alert: await this.alerts.remove(tenant.organizationId, pathOf(externalId, status), code) };
  }
}
