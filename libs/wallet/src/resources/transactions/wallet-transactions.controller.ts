import { Controller, Param } from '@nestjs/common';
import { walletTransactionRoutes as routes } from '@tollgate/contracts';
import {
  Call,
  CurrentTenant,
  Input,
  Query,
  RepeatedBy,
  type AnswerOf,
  type InputOf,
  type QueryOf,
  type Repetition,
  type Tenant,
} from '@tollgate/platform';
import { WalletTransactionsService } from './wallet-transactions.service.js';

@Controller()
export class WalletTransactionsController {
  constructor(private readonly transactions: WalletTransactionsService) {}

  @Call(routes.create)
  async create(
    @CurrentTenant() tenant: Tenant,
    @Input() input: InputOf<typeof routes.create>,
    @RepeatedBy() repetition: Repetition | undefined,
  ): Promise<AnswerOf<typeof routes.create>> {
    return { wallet_transactions: await this.transactions.create(tenant.organizationId, input, repetition) };
  }

  @Call(routes.read)
  async read(@CurrentTenant() tenant: Tenant, @Param('svc_id') id: string): Promise<AnswerOf<typeof routes.read>> {
    return { wallet_transaction: await this.transactions.read(tenant.organizationId, id) };
  }

  @Call(routes.list)
  async list(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') walletId: string,
    @Query() filters: QueryOf<typeof routes.list>,
  ): Promise<AnswerOf<typeof routes.list>> {
    return this.transactions.list(tenant.organizationId, walletId, filters);
  }

  @Call(routes.consumptions)
  async consumptions(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
    @Query() page: QueryOf<typeof routes.consumptions>,
  ): Promise<AnswerOf<typeof routes.consumptions>> {
    const { shares, meta } = await this.transactions.consumptions(tenant.organizationId, id, 'inbound', page);
    return { wallet_transaction_consumptions: shares, meta };
  }

  @Call(routes.fundings)
  async fundings(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
    @Query() page: QueryOf<typeof routes.fundings>,
  ): Promise<AnswerOf<typeof routes.fundings>> {
    const { shares, meta } = await this.transactions.consumptions(tenant.organizationId, id, 'outbound', page);
    return { wallet_transaction_fundings: shares, meta };
  }
}
