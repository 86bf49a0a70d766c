import { AsyncLocalStorage } from 'node:async_hooks';

/** What every log line of a piece of work carries. */
export interface RequestContext {
  requestId: string | null;
  organizationId?: string;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `work` in a context; log lines written in it carry its request id and organization. */
export const inContext = <T>(context: RequestContext, work: () => T): T => storage.run(context, work);
export const currentContext = (): RequestContext | undefined => storage.getStore();
