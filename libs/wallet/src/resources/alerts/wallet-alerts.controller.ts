import { Controller, Param } from '@nestjs/common';
import { walletAlertRoutes as routes } from '@tollgate/contracts';
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
import { WalletAlertsService } from './wallet-alerts.service.js';

@Controller()
export class WalletAlertsController {
  constructor(private readonly alerts: WalletAlertsService) {}

  @Call(routes.create)
  async create(
    @CurrentTenant() { organizationId }: Tenant,
    @Param('external_customer_id') externalCustomerId: string,
    @Param('wallet_code') walletCode: string,
    @Input() body: InputOf<typeof routes.create>,
  ): Promise<AnswerOf<typeof routes.create>> {
    const address = { externalCustomerId, code: walletCode };
    const { batch, alerts } = await this.alerts.create(organizationId, address, body);
    return batch ? { alerts } : { alert: alerts[0] };
  }

  @Call(routes.list)
  async list(
    @CurrentTenant() { organizationId }: Tenant,
    @Param('external_customer_id') externalCustomerId: string,
    @Param('wallet_code') walletCode: string,
    @Query() page: QueryOf<typeof routes.list>,
  ): Promise<AnswerOf<typeof routes.list>> {
    return this.alerts.list(organizationId, { externalCustomerId, code: walletCode }, page);
  }

  @Call(routes.removeAll)
  async removeAll(
    @CurrentTenant() { organizationId }: Tenant,
    @Param('external_customer_id') externalCustomerId: string,
    @Param('wallet_code') walletCode: string,
  ): Promise<string> {
    await this.alerts.removeAll(organizationId, { externalCustomerId, code: walletCode });
    return '';
  }

  @Call(routes.read)
  async read(
    @CurrentTenant() { organizationId }: Tenant,
    @Param('external_customer_id') externalCustomerId: string,
    @Param('wallet_code') walletCode: string,
    @Param('code') code: string,
  ): Promise<AnswerOf<typeof routes.read>> {
    return { alert: await this.alerts.read(organizationId, { externalCustomerId, code: walletCode }, code) };
  }

  @Call(routes.update)
  async update(
    @CurrentTenant() { organizationId }: Tenant,
    @Param('external_customer_id') externalCustomerId: string,
    @Param('wallet_code') walletCode: string,
    @Param('code') code: string,
    @Input() raw: InputOf<typeof routes.update>,
  ): Promise<AnswerOf<typeof routes.update>> {
    const address = { externalCustomerId, code: walletCode };
    return { alert: await this.alerts.update(organizationId, address, code, raw) };
  }

  @Call(routes.remove)
  async remove(
    @CurrentTenant() { organizationId }: Tenant,
    @Param('external_customer_id') externalCustomerId: string,
    @Param('wallet_code') walletCode: string,
    @Param('code') code: string,
  ): Promise<AnswerOf<typeof routes.remove>> {
    return { alert: await this.alerts.remove(organizationId, { externalCustomerId, code: walletCode }, code) };
  }
}
