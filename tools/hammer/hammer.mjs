// npm run hammer [-- --seconds 5 --connections 50 --most-ms 100]
// Whether heavy calls of some take the light ones of others away: on a standalone service of its own, or on the one at
// `BASE_URL` with its `ADMIN_API_KEY`, each kind of heavy or
// hostile call is made over many connections while another organization sends single events, one after the other. Tells the
// events' times and refusals for each kind, and closes with `N passed, N failed`: no event is refused, and of a hundred
// events ninety-nine are answered within `--most-ms`.
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { parseArgs } from 'node:util';
import { startStandalone } from '../standalone.mjs';
import { makeInvoice, newOrganization } from './organizations.mjs';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '50' },
    'most-ms': { type: 'string', default: '100' },
  },
});
const [seconds, connections, mostMs] = [values.seconds, values.connections, values['most-ms']].map(Number);

const nested = Buffer.from('['.repeat(400_000) + ']'.repeat(400_000));
const names = Buffer.from(
  JSON.stringify({ event: Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`n${index}`, 1])) }),
);

/** Makes a call, and reads its answer to the end. @returns its status; 0 for a connection that broke */
function call(agent, baseUrl, method, path, { key, body } = {}) {
  return new Promise((resolve) => {
    const headers = {
      ...(key ? { authorization: `Bearer ${key}` } : {}),
      ...(body ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } : {}),
    };
    const sent = request(`${baseUrl}${path}`, { method, agent, headers, timeout: 60_000 }, (answer) => {
      answer.resume().once('close', () => resolve(answer.statusCode));
    });
    sent.once('timeout', () => sent.destroy());
    sent.once('error', () => resolve(0));
    sent.end(body);
  });
}

/** Makes one kind of call over many connections until it is told to end. @returns how often each status came */
async function hammer(make, isOver) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const counts = {};
  const loops = Array.from({ length: connections }, async () => {
    while (!isOver()) {
      const status = await make(agent);
      counts[status] = (counts[status] ?? 0) + 1;
    }
  });
  await Promise.all(loops);
  agent.destroy();
  return counts;
}

/** Opens connections whose bodies never end. @returns what closes them */
function openSlow(baseUrl) {
  const { hostname, port } = new URL(baseUrl);
  const sockets = Array.from({ length: connections }, () => {
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    socket.write(
      'POST /api/v1/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 16000\r\n\r\n{',
    );
    return socket;
  });
  return () => sockets.forEach((socket) => socket.destroy());
}

/** Sends events one after the other. @returns their times in milliseconds, and how many were refused */
async function sendEvents(baseUrl, key, isOver) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times = [];
  let refused = 0;
  for (let index = 0; !isOver(); index++) {
    const event = { transaction_id: `${performance.now()}-${index}`, external_subscription_id: 's', code: 'calls' };
    const began = performance.now();
    const status = await call(agent, baseUrl, 'POST', '/api/v1/events', { key, body: JSON.stringify({ event }) });
    times.push(performance.now() - began);
    if (status !== 200) refused++;
  }
  agent.destroy();
  return { times: times.sort((one, other) => one - other), refused };
}

const share = (times, part) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Infinity;

const { BASE_URL, ADMIN_API_KEY } = process.env;
const service = BASE_URL
  ? { baseUrl: BASE_URL, adminApiKey: ADMIN_API_KEY, stop: async () => undefined }
  : await startStandalone();
let [passed, failed] = [0, 0];
try {
  const { baseUrl, adminApiKey } = service;
  const innocent = await newOrganization(baseUrl, adminApiKey);
  const heavy = await newOrganization(baseUrl, adminApiKey);
  const fileUrl = await makeInvoice(baseUrl, heavy);
  const post = (path, body, key) => (agent) => call(agent, baseUrl, 'POST', `/api/v1${path}`, { body, key });
  const get = (path, key) => (agent) => call(agent, baseUrl, 'GET', path, { key });
  const preview = JSON.stringify({
    customer: { currency: 'EUR', external_id: 'c' },
    plan_code: 'basic',
    coupons: [],
  });
  const kinds = {
    'nothing else': null,
    'nested bodies without key': post('/session', nested),
    'nested bodies with a wrong key': post('/events', nested, 'tg_wrong'),
    'nested bodies with a key': post('/events/batch', nested, heavy),
    'bodies of 60,000 names with a key': post('/events/batch', names, heavy),
    'bodies that never end': 'slow',
    'a signed file of 300 lines': get(fileUrl),
    previews: post('/invoices/preview', preview, heavy),
    'analytics of usage': get('/api/v1/analytics/usage', heavy),
  };
  for (const [kind, make] of Object.entries(kinds)) {
    const end = performance.now() + seconds * 1000;
    const isOver = () => performance.now() > end;
    const close = make === 'slow' ? openSlow(baseUrl) : undefined;
    const [{ times, refused }, counts] = await Promise.all([
      sendEvents(baseUrl, innocent, isOver),
      typeof make === 'function' ? hammer(make, isOver) : {},
    ]);
    close?.();
    const p99 = share(times, 0.99);
    const good = refused === 0 && p99 < mostMs;
    if (good) passed++;
    else failed++;
    const others = Object.entries(counts).map(([status, count]) => `${count} × ${status}`);
    console.log(
      `${good ? 'ok  ' : 'FAIL'} ${kind}: ${times.length} events, p50 ${share(times, 0.5).toFixed(1)} ms, ` +
        `p99 ${p99.toFixed(1)} ms, ${refused} refused; others: ${others.join(', ') || 'none'}`,
    );
  }
} finally {
  await service.stop();
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
