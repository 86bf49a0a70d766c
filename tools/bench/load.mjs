// The load generator runs in its own process, so it shares no event loop with the measured service. It receives one
// task as a message and answers with its results.
import { Agent, request } from 'node:http';
import autocannon from 'autocannon';

/** The bodies of calls: `count` events each with unused transaction ids, spread over subscriptions. */
function bodies({ run, code, count, subscriptions, field }) {
  let number = 0;
  const event = () => {
    number++;
    const properties = field ? `{"${field}":${number % 1000}}` : '{}';
    return `{"transaction_id":"${run}-${number}","external_subscription_id":"${subscriptions[number % subscriptions.length]}","code":"${code}","properties":${properties}}`;
  };
  return () =>
    count === 1 ? `{"event":${event()}}` : `{"events":[${Array.from({ length: count }, event).join(',')}]}`;
}

async function post({ baseUrl, key, connections, seconds, calls, ...what }) {
  const nextBody = bodies(what);
  const result = await autocannon({
    url: `${baseUrl}/api/v1/events${what.count === 1 ? '' : '/batch'}`,
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    connections,
    timeout: 60,
    ...(calls ? { amount: calls } : { duration: seconds }),
    requests: [{ setupRequest: (call) => ({ ...call, body: nextBody() }) }],
  });
  const accepted = result.statusCodeStats?.['200']?.count ?? 0;
  return {
    events: Number(accepted) * what.count,
    seconds: result.duration,
    refused: Object.fromEntries(
      Object.entries(result.statusCodeStats ?? {})
        .filter(([status]) => status !== '200')
        .map(([status, { count }]) => [status, count]),
    ),
    errors: result.errors,
    latency: { p50: result.latency.p50, p99: result.latency.p99 },
  };
}

const get = (url, key, agent) =>
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
 * One reader repeats requests to one address or cycles through several, for two minutes at most; returns milliseconds
 * of each answer. autocannon rounds to whole milliseconds.
 */
async function read({ url, urls = [url], key, times, warmUp }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const took = [];
  const deadline = performance.now() + 120_000;
  for (let i = 0; i < times + warmUp && (performance.now() < deadline || took.length < 20); i++) {
    const begun = performance.now();
    await get(urls[i % urls.length], key, agent);
    if (i >= warmUp) took.push(performance.now() - begun);
  }
  agent.destroy();
  took.sort((a, b) => a - b);
  const percentile = (share) => took[Math.min(took.length - 1, Math.ceil(took.length * share) - 1)];
  return { times: took.length, p50: percentile(0.5), p95: percentile(0.95), p99: percentile(0.99), worst: took.at(-1) };
}

process.once('message', async ({ kind, ...task }) => {
  try {
    process.send({ result: await (kind === 'post' ? post(task) : read(task)) });
  } catch (error) {
    process.send({ failed: error.message });
  }
  process.disconnect();
});
