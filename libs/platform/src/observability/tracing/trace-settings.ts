/** The protocol that exports spans. */
export type TraceProtocol = 'http/protobuf' | 'http/json';

const protocols: readonly string[] = ['http/protobuf', 'http/json'] satisfies TraceProtocol[];

/**
 * Reads the export protocol from the standard OpenTelemetry settings. Undefined disables tracing: no
 * `OTEL_EXPORTER_OTLP_ENDPOINT` (or its traces variant), `OTEL_SDK_DISABLED`, or an exporter other than `otlp`.
 * @throws Error naming an invalid setting
 */
export function traceProtocol(env: Record<string, string | undefined>): TraceProtocol | undefined {
  const endpoint = settingOf(env, 'ENDPOINT');
  if (
    !endpoint ||
    env['OTEL_SDK_DISABLED']?.toLowerCase() === 'true' ||
    (env['OTEL_TRACES_EXPORTER'] || 'otlp') !== 'otlp'
  )
    return undefined;
  if (!URL.canParse(endpoint) || !/^https?:$/.test(new URL(endpoint).protocol))
    throw unusable(`OTEL_EXPORTER_OTLP_ENDPOINT: is not an http address`);
  const protocol = settingOf(env, 'PROTOCOL') || 'http/protobuf';
  if (!protocols.includes(protocol)) throw unusable(`OTEL_EXPORTER_OTLP_PROTOCOL: is none of ${protocols.join(', ')}`);
  return protocol as TraceProtocol;
}

const settingOf = (env: Record<string, string | undefined>, name: string) =>
  env[`OTEL_EXPORTER_OTLP_TRACES_${name}`] || env[`OTEL_EXPORTER_OTLP_${name}`];

const unusable = (reason: string) => new Error(`Settings that cannot be used:\n  ${reason}`);
