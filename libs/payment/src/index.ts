export { PaymentModule } from './payment.module.js';
export { paymentMigrations } from './payment.migrations.js';
