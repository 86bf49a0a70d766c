import { Unavailable } from '../errors/api-errors.js';
import type { CommandBus } from './command-bus.js';

const longestWaitMs = 5 * 60_000;

/**
 * Waits until every event accepted before the call is in the usage store. What is accepted meanwhile is not waited for, so this ends
 * under any load.
 * @throws Unavailable when it takes too long
 */
export async function flushUsage(commands: CommandBus, organizationId: string, waitMs = longestWaitMs): Promise<void> {
  const giveUpAt = Date.now() + waitMs;
  let target: string | undefined;
  for (;;) {
    const answer = await commands.send('ingestion', 'usage_events.settle', {
      organization_id: organizationId,
      ...(target === undefined ? {} : { target }),
    });
    if (answer.settled) return;
    if (Date.now() > giveUpAt) throw new Unavailable('events that were accepted are not in the usage store yet');
    target = answer.target;
  }
}
