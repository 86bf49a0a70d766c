import { Controller, Param } from '@nestjs/common';
import {
  portalRoutes as routes,
  PortalWallet,
  PortalWalletTransaction,
  shownFields,
  walletBalanceRoutes,
} from '@tollgate/contracts';
import {
  Call,
  CurrentCustomer,
  Input,
  Query,
  RepeatedBy,
  type AnswerOf,
  type CallingCustomer,
  type InputOf,
  type QueryOf,
  type Repetition,
} from '@tollgate/platform';
import { WalletBalancesService } from '../balances/wallet-balances.service.js';
import { WalletTransactionsService } from '../transactions/wallet-transactions.service.js';
import { WalletsService } from '../wallets/wallets.service.js';

/** The wallets that customers see and top up in the portal (webhooks, section 24). */
@Controller()
export class PortalWalletsController {
  constructor(
    private readonly wallets: WalletsService,
    private readonly transactions: WalletTransactionsService,
    private readonly balances: WalletBalancesService,
  ) {}

  @Call(routes.wallets)
  async list(
    @CurrentCustomer() { organizationId, customerId }: CallingCustomer,
    @Query() filters: QueryOf<typeof routes.wallets>,
  ): Promise<AnswerOf<typeof routes.wallets>> {
    const { wallets, meta } = await this.wallets.listInOrderOfUse(organizationId, customerId, filters);
    return { wallets: wallets.map((wallet) => shownFields(PortalWallet, wallet)), meta };
  }

  @Call(walletBalanceRoutes.listOfCaller)
  async listBalances(
    @CurrentCustomer() caller: CallingCustomer,
    @Param('svc_id') walletId: string,
    @Query() filters: QueryOf<typeof walletBalanceRoutes.listOfCaller>,
  ): Promise<AnswerOf<typeof walletBalanceRoutes.listOfCaller>> {
    return this.balances.listOfCaller(caller, walletId, filters);
  }

  @Call(routes.topUp)
  async topUp(
    @CurrentCustomer() caller: CallingCustomer,
    @Param('svc_id') walletId: string,
    @Input() input: InputOf<typeof routes.topUp>,
    @RepeatedBy() repetition: Repetition | undefined,
  ): Promise<AnswerOf<typeof routes.topUp>> {
    const transactions = await this.transactions.buy(caller, walletId, input, repetition);
    return {
      wallet_transactions: transactions.map((transaction) => shownFields(PortalWalletTransaction, transaction)),
    };
  }
}
