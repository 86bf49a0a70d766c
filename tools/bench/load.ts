// The load generator runs in its own process, so it shares no event loop with the measured service. It receives one
// task as a message and answers with its results.
import { Agent, request } from 'node:http';
import autocannon from 'autocannon';
import { percentile } from './benchmark.ts';
import type { PostResult, PostTask, ReadResult, ReadTask, ResultMessage, TaskMessage } from './load-tasks.ts';

/** The bodies of calls: `count` events each with unused transaction ids, spread over subscriptions. */
function bodies({ run, code, count, subscriptions, field }: PostTask): () => string {
  let number = 0;
  const event = (): string => {
    number++;
    const properties = `{"${field}":${number % 1000}}`;
    return `{"transaction_id":"${run}-${number}","external_subscription_id":"${subscriptions[number % subscriptions.length]}","code":"${code}","properties":${properties}}`;
  };
  return () =>
    count === 1 ? `{"event":${event()}}` : `{"events":[${Array.from({ length: count }, event).join(',')}]}`;
}

async function post(task: PostTask): Promise<PostResult> {
  const { baseUrl, key, connections, seconds, calls, count } = task;
  const nextBody = bodies(task);
  const result = await autocannon({
    url: `${baseUrl}/api/v1/events${count === 1 ? '' : '/batch'}`,
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    connections,
    timeout: 60,
    ...(calls ? { amount: calls } : { duration: seconds ?? 0 }),
    requests: [{ setupRequest: (call) => ({ ...call, body: nextBody() }) }],
  });
  const accepted = result.statusCodeStats?.['200']?.count ?? 0;
  return {
    events: accepted * count,
    seconds: result.duration,
    refused: Object.fromEntries(
      Object.entries(result.statusCodeStats ?? {})
        .filter(([status]) => status !== '200')
        .map(([status, { count: number }]) => [status, number]),
    ),
    errors: result.errors,
    latency: { p50: result.latency.p50, p99: result.latency.p99 },
  };
}

const get = (url: string, key: string, agent: Agent): Promise<void> =>
  new Promise((resolve, reject) => {
    const call = request(url, { agent, headers: { authorization: `Bearer ${key}` } }, (response) => {
      response.resume();
      response.once('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`${url} answers ${response.statusCode}`)),
      );
    });
    call.once('error', reject);
    call.end();
  });

/**
 * One reader repeats requests to one address or cycles through several, for two minutes at most. It returns the
 * milliseconds of each answer. autocannon rounds to whole milliseconds.
 */
async function read({ urls, key, times, warmUp }: ReadTask): Promise<ReadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const took: number[] = [];
  const deadline = performance.now() + 120_000;
  for (let i = 0; i < times + warmUp && (performance.now() < deadline || took.length < 20); i++) {
    const begun = performance.now();
    await get(urls[i % urls.length] ?? '', key, agent);
    if (i >= warmUp) took.push(performance.now() - begun);
  }
  agent.destroy();
  took.sort((a, b) => a - b);
  const [p50 = NaN, p95 = NaN, p99 = NaN, worst = NaN] = [0.5, 0.95, 0.99, 1].map((share) => percentile(took, share));
  return { times: took.length, p50, p95, p99, worst };
}

async function perform(message: TaskMessage): Promise<void> {
  let answer: ResultMessage<PostResult | ReadResult>;
  try {
    answer = { result: await (message.kind === 'post' ? post(message.task) : read(message.task)) };
  } catch (error) {
    answer = { failed: error instanceof Error ? error.message : String(error) };
  }
  process.send?.(answer);
  process.disconnect();
}

process.once('message', (message: TaskMessage) => void perform(message));
