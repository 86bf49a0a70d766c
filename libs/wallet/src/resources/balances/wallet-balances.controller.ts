import { Controller, Param } from '@nestjs/common';
import { walletBalanceRoutes as routes } from '@tollgate/contracts';
import { Call, CurrentTenant, Query, type AnswerOf, type QueryOf, type Tenant } from '@tollgate/platform';
import { WalletBalancesService } from './wallet-balances.service.js';

@Controller()
export class WalletBalancesController {
  constructor(private readonly balances: WalletBalancesService) {}

  @Call(routes.list)
  async list(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
    @Query() filters: QueryOf<typeof routes.list>,
  ): Promise<AnswerOf<typeof routes.list>> {
    return { wallet_balances: await this.balances.list(tenant.organizationId, id, filters) };
  }
}
