import { describe, expect, it } from '@jest/globals';
import type { RecordedPayment } from '@tollgate/contracts';
import { Forbidden, Unavailable } from '@tollgate/platform';
import { payInvoice } from './pay-invoice.js';

const payment = { payment_id: 'p' } as RecordedPayment;
const lost = () => Promise.reject(new Unavailable('invoicing does not answer'));
const nothing = async () => undefined;
const withoutWaiting = async () => undefined;

describe('an invoice that is asked to take a payment', () => {
  it('is asked again when its answer is lost, and answers the same', async () => {
    const answers = [lost, lost, async () => payment];
    expect(await payInvoice(() => (answers.shift() ?? lost)(), nothing, withoutWaiting)).toBe(payment);
  });

  it('is believed by what it has, when it does not answer', async () => {
    expect(await payInvoice(lost, async () => payment, withoutWaiting)).toBe(payment);
  });

  it('leaves it open where nobody can tell, and says so', async () => {
    await expect(payInvoice(lost, nothing, withoutWaiting)).rejects.toMatchObject({
      status: 503,
      body: { error_details: { reason: expect.stringContaining('Idempotency-Key') as unknown } },
    });
  });

  it('is asked once where it refuses', async () => {
    let requests = 0;
    const refuse = () => {
      requests += 1;
      return Promise.reject(new Forbidden('feature_unavailable'));
    };
    await expect(payInvoice(refuse, nothing, withoutWaiting)).rejects.toThrow(Forbidden);
    expect(requests).toBe(1);
  });
});
