import type { ConnectedProvider } from './payment-providers.js';
import type { RefundOutcome, RefundRequest } from './payment-provider.js';
import { requestOnce } from './repeated-requests.rules.js';

/**
 * Requests a refund, once for its key. If the provider may have evicted the key, it first looks for the refund.
 * @param requestedAt its first request, by the wall clock
 */
export const refundOnce = (
  { provider, account }: ConnectedProvider,
  request: RefundRequest,
  requestedAt: Date,
): Promise<RefundOutcome> =>
  requestOnce(requestedAt.getTime(), Date.now(), {
    find: () => provider.findRefund(account, request),
    request: () => provider.refund(account, request),
  });
