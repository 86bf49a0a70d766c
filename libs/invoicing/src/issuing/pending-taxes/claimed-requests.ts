import { claimSize } from '../../model/taxes/tax-requests.repository.js';

/** Bounds a job; the reconciler queues the rest again. */
const maxRounds = 20;

/** How due requests to an engine are claimed and sent. */
interface ClaimedWork<Request> {
  /** Claims the next requests, oldest first, at most `claimSize`. */
  claim: () => Promise<Request[]>;
  send: (request: Request) => Promise<void>;
  /** A request whose sending failed stays due. */
  onFault: (request: Request, error: unknown) => void;
}

/** Sends due requests one after another, in rounds. A fault of one blocks no other. */
export async function sendClaimed<Request>({ claim, send, onFault }: ClaimedWork<Request>): Promise<void> {
  for (let round = 0; round < maxRounds; round++) {
    const claimed = await claim();
    for (const request of claimed) {
      try {
        await send(request);
      } catch (error) {
        onFault(request, error);
      }
    }
    if (claimed.length < claimSize) return;
  }
}
