// The recorded requests: reads them, sums them exactly, and converts them into events.
import { readFileSync } from 'node:fs';

export const traces = [
  { id: 'conversation', name: 'Conversation Inc.' },
  { id: 'code', name: 'Code Corp.' },
];

/** Converts `2023-11-16 18:15:46.6805900` in UTC to Unix seconds, as text, with the fraction as in the file. */
export function unixSeconds(timestamp) {
  const [, day, time, fraction = ''] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?$/.exec(timestamp);
  const seconds = Date.parse(`${day}T${time}Z`) / 1000;
  return fraction === '' ? String(seconds) : `${seconds}.${fraction}`;
}

/** The requests of one file, in its order. */
export function readTrace(id) {
  const file = new URL(`../../data/llm-trace/${id}.csv`, import.meta.url);
  const [, ...lines] = readFileSync(file, 'utf8').trimEnd().split(/\r?\n/);
  return lines.map((line, index) => {
    const [timestamp, input, output] = line.split(',');
    if (!/^\d+$/.test(input) || !/^\d+$/.test(output))
      throw new Error(`${id}.csv, line ${index + 2} cannot be read: ${line}`);
    return { row: index + 1, timestamp: unixSeconds(timestamp), input, output };
  });
}

/** The expected usage: units and events by metric code, exact. */
export function expectedUsage(requests) {
  const events = BigInt(requests.length);
  const sum = (field) => requests.reduce((total, request) => total + BigInt(request[field]), 0n);
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
export function eventsOf(id, requests) {
  return requests.flatMap(({ row, timestamp, input, output }) => {
    const event = (code, properties) => ({
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
