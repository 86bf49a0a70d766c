import { signatureAlgorithms } from '../resources/webhook-endpoints.js';
import { webhookTypes, type WebhookType } from '../resources/webhook-types.js';
import type { Json } from './schemas.js';
import { sentTag } from './tags.js';

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const header = (name: string, description: string, schema: Json, required = true): Json => ({
  name,
  in: 'header',
  required,
  description,
  schema,
});

const headersOf = (identifierPrefix: string): Json => {
  const start = `X-${upperFirst(identifierPrefix)}`;
  return {
    webhook_signature: header(
      `${start}-Signature`,
      'Signature of the body: a JWT that carries it, or base64 of its HMAC-SHA-256',
      { type: 'string' },
    ),
    webhook_signature_algorithm: header(`${start}-Signature-Algorithm`, 'Signature algorithm of the body', {
      type: 'string',
      enum: signatureAlgorithms,
    }),
    webhook_unique_key: header(`${start}-Unique-Key`, 'Key of the webhook, the same at every attempt', {
      type: 'string',
      format: 'uuid',
    }),
    webhook_sequence: header(
      `${start}-Sequence`,
      'Sequence number among the webhooks of the object: ignore those below the highest one seen. Absent from webhooks of an earlier version',
      { type: 'integer', minimum: 1 },
      false,
    ),
  };
};

function webhookOf(type: WebhookType, headerNames: string[]): Json {
  const objectType = webhookTypes[type];
  const schema = {
    type: 'object',
    properties: {
      webhook_type: { const: type },
      object_type: { const: objectType },
      organization_id: { type: 'string', format: 'uuid' },
      [objectType]: { type: 'object' },
    },
    required: ['webhook_type', 'object_type', 'organization_id', objectType],
  };
  return {
    post: {
      operationId: `webhook_${type.replace('.', '_')}`,
      summary: type,
      description: `The body holds the object under \`${objectType}\`, as it is after what happened.`,
      tags: [sentTag.name],
      parameters: headerNames.map((name) => ({ $ref: `#/components/parameters/${name}` })),
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses: { 200: { description: 'Accepted; so are 201, 202 and 204. Any other answer leads to a retry.' } },
    },
  };
}

/** The webhooks of this installation, with their headers (webhooks, sections 2 to 4). */
export function webhooksOf(identifierPrefix: string): { webhooks: Json; parameters: Json } {
  const parameters = headersOf(identifierPrefix);
  const types = Object.keys(webhookTypes) as WebhookType[];
  return {
    webhooks: Object.fromEntries(types.map((type) => [type, webhookOf(type, Object.keys(parameters))])),
    parameters,
  };
}
