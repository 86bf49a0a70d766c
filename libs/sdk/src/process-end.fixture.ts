// A program that a test starts: it adds events, and ends in the way that its last argument says.
import { Tollgate } from './tollgate.js';

const [, , baseUrl = '', way = ''] = process.argv;
const settings = { apiKey: 'key', baseUrl, events: { endMs: 1_000 } };
const clients = [new Tollgate(settings), new Tollgate(settings)];
for (const [place, { events }] of clients.entries())
  events.add({ transaction_id: `e${place}`, external_subscription_id: 's', code: 'tokens' });
if (way === 'exit') process.exit(0);
if (way === 'own listener') process.on('SIGTERM', () => setTimeout(() => process.exit(7), 300));
if (way !== 'idle') setInterval(() => undefined, 1_000);
process.stdout.write('added\n');
