import type { ConnectedProvider } from './payment-providers.js';
import type { RefundOutcome } from './ports/outcomes.js';
import type { RefundRequest } from './ports/refunds.js';
import { requestOnce } from './repeated-requests.rules.js';

/**
 * Requests a refund, once for its key. If the provider may have evicted the key, it first looks for the refund.
 * @param requestedAt its first request, by the wall clock
 */
export const refundOnce = (
  { ports, account }: ConnectedProvider,
  request: RefundRequest,
  requestedAt: Date,
): Promise<RefundOutcome> =>
  requestOnce(requestedAt.getTime(), Date.now(), {
    find: () => ports.refunds.findRefund(account, request),
    request: () => ports.refunds.refund(account, request),
  });
