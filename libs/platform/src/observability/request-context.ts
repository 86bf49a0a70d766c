import { AsyncLocalStorage } from 'node:async_hooks';
import type { Actor } from '@tollgate/contracts';
import { outsideOfTrace } from './tracing/tracing.js';

/** What every log line of a piece of work carries. */
export interface RequestContext {
  requestId: string | null;
  organizationId?: string;
  /** Who calls, once that is known. What a call sets off later is done by nobody. */
  actor?: Actor;
}

const storage = new AsyncLocalStorage<RequestContext | undefined>();

/** Runs `work` in a context; log lines written in it carry its request id and organization. */
export const inContext = <T>(context: RequestContext, work: () => T): T => storage.run(context, work);
/** Runs work in no context and no trace: what goes on, for others too, when that for which it was begun is over. */
export const outOfContext = <T>(work: () => T): T => outsideOfTrace(() => storage.run(undefined, work));
export const currentContext = (): RequestContext | undefined => storage.getStore();
