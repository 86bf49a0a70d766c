import { Module } from '@nestjs/common';
import { WalletModelModule } from '../model/model.module.js';
import { OngoingBalances } from './ongoing/ongoing-balances.service.js';
import { OngoingMessagesController } from './ongoing/ongoing-messages.controller.js';
import { CreditPaymentMessagesController } from './payments/credit-payment-messages.controller.js';
import { InvoiceCreditMessagesController } from './reservations/invoice-credit-messages.controller.js';
import { Reservations } from './reservations/reservations.service.js';
import { NewMethodMessagesController } from './top-ups/new-method-messages.controller.js';
import { TopUps } from './top-ups/top-ups.service.js';

/** Credits come and go: top-ups, reservations, payments, ongoing balances. */
@Module({
  imports: [WalletModelModule],
  controllers: [
    CreditPaymentMessagesController,
    OngoingMessagesController,
    InvoiceCreditMessagesController,
    NewMethodMessagesController,
  ],
  providers: [OngoingBalances, Reservations, TopUps],
  exports: [TopUps],
})
export class WalletCreditsModule {}
