import { setTimeout as sleep } from 'node:timers/promises';
import type { RecordedPayment } from '@tollgate/contracts';
import { Unavailable } from '@tollgate/platform';

/** The maximum number of attempts, and the pause after each. */
const mostAttempts = 3;
const pauseMs = 500;
const unknownOutcome =
  'whether the invoice took the payment is not known yet; repeated with the same Idempotency-Key it is taken once';

/**
 * Sends a payment to its invoice, and repeats a lost command under the same key. The repeated command waits for the
 * running one and returns the same answer. Without an answer, it reads the recorded payment directly.
 * @param send sends the command
 * @param findRecorded reads the payment from the invoice's own tables
 * @throws Unavailable while the outcome is unknown; passes on a refusal of the invoice
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
