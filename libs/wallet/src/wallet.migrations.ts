import type { SchemaMigrations } from '@tollgate/platform';
import { traces } from './migrations/001-traces.js';
import { wallets } from './migrations/002-wallets.js';
import { reservationKeys } from './migrations/003-reservation-keys.js';
import { alerts } from './migrations/004-alerts.js';
import { reservedDocuments } from './migrations/005-reserved-documents.js';
import { invoiceCustomSections } from './migrations/006-invoice-custom-sections.js';
import { paymentMethods } from './migrations/007-payment-methods.js';
import { countedReservations } from './migrations/008-counted-reservations.js';
import { textsOfWallets } from './migrations/009-texts-of-wallets.js';
import { timesOfChanges } from './migrations/010-times-of-changes.js';

export const walletMigrations: SchemaMigrations = {
  schema: 'wallet',
  migrations: [
    traces,
    wallets,
    reservationKeys,
    alerts,
    reservedDocuments,
    invoiceCustomSections,
    paymentMethods,
    countedReservations,
    textsOfWallets,
    timesOfChanges,
  ],
};
