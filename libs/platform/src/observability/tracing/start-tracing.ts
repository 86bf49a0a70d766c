import type { Logger } from '../logger.js';
import { traceProtocol } from './trace-settings.js';
import { traceWith } from './tracing.js';

/**
 * Has a process make spans and send them, where the environment asks for it. Otherwise nothing of it is loaded.
 * @param service its name
 * @returns how to end it, sending what is left
 * @throws Error naming a setting that cannot be used
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
