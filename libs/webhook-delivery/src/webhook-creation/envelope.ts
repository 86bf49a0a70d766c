import { webhookTypes, type WebhookType } from '@tollgate/contracts';
import { toClientKeys } from '@tollgate/platform';

/** Serializes the body of a webhook; the key of the payload is its object type (webhooks, section 3). */
export function serializeWebhook(
  type: WebhookType,
  organizationId: string,
  payload: object,
  identifierPrefix: string,
): string {
  const objectType = webhookTypes[type];
  const envelope = {
    webhook_type: type,
    object_type: objectType,
    organization_id: organizationId,
    [objectType]: payload,
  };
  return JSON.stringify(toClientKeys(envelope, identifierPrefix));
}
