export { WebhookDeliveryModule } from './webhook-delivery.module.js';
export { webhookDeliveryMigrations } from './webhook-delivery.migrations.js';
