import type { Logger } from '../logger.js';
import { traceProtocol } from './trace-settings.js';
import { traceWith } from './tracing.js';

/**
 * Starts recording and exporting spans, where the environment enables it. Otherwise it does not load the tracing
 * library.
 * @param service its name
 * @returns stops tracing and flushes pending spans
 * @throws Error naming an invalid setting
 */
export async function startTracing(
  service: string,
  env: Record<string, string | undefined>,
  logger: Pick<Logger, 'warn'>,
): Promise<() => Promise<void>> {
  const protocol = traceProtocol(env);
  if (!protocol) return () => Promise.resolve();
  const { openTelemetry } = await import('./opentelemetry.js');
  const { tracer, stop } = await openTelemetry(service, protocol, (reason) =>
    logger.warn('traces', { error: asError(reason) }),
  );
  traceWith(tracer);
  return async () => {
    traceWith(undefined);
    await stop();
  };
}

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));
