import { describe, expect, it } from '@jest/globals';
import type { RecordedPayment } from '@tollgate/contracts';
import { Forbidden, Unavailable } from '@tollgate/platform';
import { payInvoice } from './pay-invoice.js';

const payment = { payment_id: 'p' } as RecordedPayment;
const lost = () => Promise.reject(new Unavailable('invoicing does not answer'));
const nothing = async () => undefined;
const withoutWaiting = async () => undefined;

describe('the payment of an invoice', () => {
  it('is sent again when its answer is lost, and returns the same answer', async () => {
    const answers = [lost, lost, async () => payment];
    expect(await payInvoice(() => (answers.shift() ?? lost)(), nothing, withoutWaiting)).toBe(payment);
  });

  it('returns the recorded payment when the command does not answer', async () => {
    expect(await payInvoice(lost, async () => payment, withoutWaiting)).toBe(payment);
  });

  it('stays open while its outcome is unknown, and reports so', async () => {
    await expect(payInvoice(lost, nothing, withoutWaiting)).rejects.toMatchObject({
      status: 503,
      body: { error_details: { reason: expect.stringContaining('Idempotency-Key') as unknown } },
    });
  });

  it('is sent once when the invoice refuses it', async () => {
    let requests = 0;
    const refuse = () => {
      requests += 1;
      return Promise.reject(new Forbidden('feature_unavailable'));
    };
    await expect(payInvoice(refuse, nothing, withoutWaiting)).rejects.toThrow(Forbidden);
    expect(requests).toBe(1);
  });
});
