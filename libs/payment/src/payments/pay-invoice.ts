import { setTimeout as sleep } from 'node:timers/promises';
import type { RecordedPayment } from '@tollgate/contracts';
import { Unavailable } from '@tollgate/platform';

/** How often an invoice is asked that does not answer, and after which waits. */
const mostAttempts = 3;
const pauseMs = 500;
const unknownOutcome =
  'whether the invoice took the payment is not known yet; repeated with the same Idempotency-Key it is taken once';

/**
 * Has an invoice take a payment. Where its answer is lost, it is asked again under the same key: that waits for what is
 * under way, and is answered the same. What it took can be read, too, when it does not answer at all.
 * @param ask sends the command
 * @param taken what the invoice took of this payment, by its own tables
 * @throws Unavailable where nobody can tell now; what the invoice refuses is thrown as it is
 */
export async function payInvoice(
  send: () => Promise<RecordedPayment>,
  findRecorded: () => Promise<RecordedPayment | undefined>,
  wait: (ms: number) => Promise<unknown> = sleep,
): Promise<RecordedPayment> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      const recorded = await findRecorded();
      if (recorded) return recorded;
      if (attempt === mostAttempts) throw new Unavailable(unknownOutcome, error);
      await wait(attempt * pauseMs);
    }
  }
}
