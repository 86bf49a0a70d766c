export { SubscriptionModule } from './subscription.module.js';
export { subscriptionMigrations } from './subscription.migrations.js';
