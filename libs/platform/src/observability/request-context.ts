import { AsyncLocalStorage } from 'node:async_hooks';
import type { Actor } from '@tollgate/contracts';
import { outsideOfTrace } from './tracing/tracing.js';

/** The fields that every log line of a piece of work carries. */
export interface RequestContext {
  requestId: string | null;
  organizationId?: string;
  /** The caller, once it is known. Work that the call triggers later has no actor. */
  actor?: Actor;
}

const storage = new AsyncLocalStorage<RequestContext | undefined>();

/** Runs `work` in a context; log lines written in it carry its request id and organization. */
export const inContext = <T>(context: RequestContext, work: () => T): T => storage.run(context, work);
/** Runs work in no context and no trace: for shared work that outlives the call that started it. */
export const outOfContext = <T>(work: () => T): T => outsideOfTrace(() => storage.run(undefined, work));
export const currentContext = (): RequestContext | undefined => storage.getStore();
