import { beforeEach, describe, expect, it } from '@jest/globals';
import { Sandbox, StripeAccount, waitFor } from '@tollgate/testing';

interface Customer {
  email: string;
  phone: string;
  error_details: object[];
  billing_configuration: { provider_customer_id: string | null };
}

let sandbox: Sandbox;
let stripe: StripeAccount;
beforeEach(async () => {
  sandbox = await Sandbox.create('2024-03-01T00:00:00Z');
  stripe = await StripeAccount.connect(sandbox);
});

const put = (fields: object) =>
  sandbox.ok<{ customer: Customer }>('POST', '/customers', {
    customer: { external_id: 'c', currency: 'EUR', billing_configuration: stripe.link, ...fields },
  });

describe('a customer at Stripe', () => {
  it('exists without a phone number that Stripe refuses, and with a domain in ASCII', async () => {
    const phone = '+49 (0) 30 1234567890 ext. 123456';
    const long = 'x'.repeat(255);
    const address = { address_line1: long, address_line2: long, city: long, zipcode: long, state: long, country: 'DE' };
    await put({ email: 'info@müller.example', phone, name: long, ...address });
    const { customer } = await sandbox.ok<{ customer: Customer }>('GET', '/customers/c');
    expect(customer).toMatchObject({ email: 'info@müller.example', phone });
    expect(customer.billing_configuration.provider_customer_id).toMatch(/^cus_/);
    expect((await stripe.books()).customers).toMatchObject([{ email: 'info@xn--mller-kva.example', name: long }]);
  });

  it('keeps its payments when a later change is too long for Stripe', async () => {
    await put({ email: 'pay@acme.example', phone: '+49 30 123' });
    await put({ email: 'pay@straße.de', phone: '1'.repeat(60) });
    const emails = async () => (await stripe.books()).customers.map(({ email }) => email);
    await waitFor('the change', async () => (await emails())[0] === 'pay@xn--strae-oqa.de', 30_000);
  });

  it('is linked in the answer, while the message of its creation comes', async () => {
    const atOnce = 20;
    const ids = Array.from({ length: 60 }, (_, place) => `c${place}`);
    const linked = async (id: string) => {
      await put({ external_id: id });
      return sandbox.call('POST', `/customers/${id}/checkout_url`);
    };
    // A slow machine refuses more calls at once.
    for (let first = 0; first < ids.length; first += atOnce) {
      const answers = await Promise.all(ids.slice(first, first + atOnce).map((id) => linked(id)));
      expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    }
    const { customers } = await stripe.books();
    expect(customers).toHaveLength(ids.length);
  });
});
