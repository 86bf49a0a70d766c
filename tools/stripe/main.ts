// node tools/stripe/main.ts [--port N] [--host ADDRESS] [--public-url URL] [--key KEY]
// A double of Stripe as a process of its own. Prints its address, account and key as one line of JSON, and ends with
// SIGINT or SIGTERM.
import { parseArgs } from 'node:util';
import { startStripe } from './double.ts';

const { values: options } = parseArgs({
  options: {
    port: { type: 'string', default: '12113' },
    host: { type: 'string', default: '127.0.0.1' },
    'public-url': { type: 'string' },
    key: { type: 'string' },
  },
});
const port = Number(options.port);
if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`--port ${options.port}: not a port`);
const { 'public-url': publicUrl, key, host } = options;
const double = await startStripe({ port, host, ...(publicUrl && { publicUrl }), ...(key && { key }) });
console.log(JSON.stringify({ url: double.url, account: double.account, key: double.key }));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void double.stop().then(() => process.exit(0)));
