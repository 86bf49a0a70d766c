import { expect, it } from '@jest/globals';
import { serializeWebhook } from './envelope.js';

const organizationId = '0190c2a4-7d3e-7c31-9f3a-0d7f5b5f2f10';

it('puts the payload under its object type, after type and organization', () => {
  expect(
    serializeWebhook('customer.checkout_url_generated', organizationId, { checkout_url: 'https://a' }, 'svc'),
  ).toBe(
    `{"webhook_type":"customer.checkout_url_generated","object_type":"payment_provider_customer_checkout_url",` +
      `"organization_id":"${organizationId}","payment_provider_customer_checkout_url":{"checkout_url":"https://a"}}`,
  );
});

it("spells identifiers with the installation's prefix, and leaves callers' data unchanged", () => {
  const customer = { svc_id: '1', plan: { svc_id: '2' }, metadata: [{ svc_id: '3' }], properties: { svc_key: 'x' } };
  expect(JSON.parse(serializeWebhook('customer.created', organizationId, customer, 'acme'))).toEqual({
    webhook_type: 'customer.created',
    object_type: 'customer',
    organization_id: organizationId,
    customer: { acme_id: '1', plan: { acme_id: '2' }, metadata: [{ acme_id: '3' }], properties: { svc_key: 'x' } },
  });
});
