import { Unavailable } from '../errors/api-errors.js';
import type { CommandBus } from './command-bus.js';

const longestWaitMs = 5 * 60_000;

/**
 * Waits until the usage store holds every event accepted before the call. It ignores events accepted during the wait,
 * so it ends under any load.
 * @throws Unavailable when it takes too long
 */
export async function flushUsage(commands: CommandBus, organizationId: string, waitMs = longestWaitMs): Promise<void> {
  const deadline = Date.now() + waitMs;
  let target: string | undefined;
  for (;;) {
    const answer = await commands.send('ingestion', 'usage_events.settle', {
      organization_id: organizationId,
      ...(target === undefined ? {} : { target }),
    });
    if (answer.settled) return;
    if (Date.now() > deadline) throw new Unavailable('events that were accepted are not in the usage store yet');
    target = answer.target;
  }
}

/**
 * Waits a moment until events accepted before the call are readable, where this process runs the ingestion service.
 * Otherwise, or when it takes longer, callers read the current state.
 */
export async function awaitOwnUsage(commands: CommandBus, organizationId: string): Promise<void> {
  if (commands.isHere('ingestion', 'usage_events.settle'))
    await commands.send('ingestion', 'usage_events.settle', { organization_id: organizationId });
}
