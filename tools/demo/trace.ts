// The recorded requests: reads them, sums them exactly, and converts them into events.
import { readFileSync } from 'node:fs';

/** A recorded file of requests: a customer of the demo. */
export interface Trace {
  id: 'conversation' | 'code';
  name: string;
}

/** A request to a language model. Its tokens are whole numbers as text. */
export interface RecordedRequest {
  row: number;
  /** Unix seconds, as text. */
  timestamp: string;
  input: string;
  output: string;
}

export type MetricCode = 'requests' | 'input_tokens' | 'output_tokens';

export interface UsageEvent {
  transaction_id: string;
  external_subscription_id: string;
  code: string;
  timestamp: string;
  properties: Record<string, string | number>;
}

/** The units and the events of a metric, exact. */
export interface Quantity {
  units: bigint;
  events: bigint;
}

export const traces: Trace[] = [
  { id: 'conversation', name: 'Conversation Inc.' },
  { id: 'code', name: 'Code Corp.' },
];

/** Converts `2023-11-16 18:15:46.6805900` in UTC to Unix seconds, as text, with the fraction as in the file. */
export function unixSeconds(timestamp: string): string {
  const parts = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?$/.exec(timestamp);
  if (!parts) throw new Error(`This is no time: ${timestamp}`);
  const [, day, time, fraction = ''] = parts;
  const seconds = Date.parse(`${day}T${time}Z`) / 1000;
  return fraction === '' ? String(seconds) : `${seconds}.${fraction}`;
}

/** The requests of one file, in its order. */
export function readTrace(id: Trace['id']): RecordedRequest[] {
  const file = new URL(`../../data/llm-trace/${id}.csv`, import.meta.url);
  const [, ...lines] = readFileSync(file, 'utf8').trimEnd().split(/\r?\n/);
  return lines.map((line, index) => {
    const [timestamp = '', input = '', output = ''] = line.split(',');
    if (!/^\d+$/.test(input) || !/^\d+$/.test(output))
      throw new Error(`${id}.csv, line ${index + 2} cannot be read: ${line}`);
    return { row: index + 1, timestamp: unixSeconds(timestamp), input, output };
  });
}

/** The expected usage by metric code. */
export function expectedUsage(requests: RecordedRequest[]): Record<MetricCode, Quantity> {
  const events = BigInt(requests.length);
  const sum = (field: 'input' | 'output'): bigint =>
    requests.reduce((total, request) => total + BigInt(request[field]), 0n);
  return {
    requests: { units: events, events },
    input_tokens: { units: sum('input'), events },
    output_tokens: { units: sum('output'), events },
  };
}

/**
 * Each request becomes one event of each metric. Transaction ids derive from the file alone, so sending an event again,
 * in a later call or after a failure, changes nothing.
 */
export function eventsOf(id: Trace['id'], requests: RecordedRequest[]): UsageEvent[] {
  return requests.flatMap(({ row, timestamp, input, output }) => {
    const event = (code: MetricCode, properties: UsageEvent['properties']): UsageEvent => ({
      transaction_id: `${id}-${row}-${code}`,
      external_subscription_id: id,
      code,
      timestamp,
      properties,
    });
    return [
      event('requests', {}),
      event('input_tokens', { context_tokens: Number(input) }),
      event('output_tokens', { generated_tokens: Number(output) }),
    ];
  });
}
