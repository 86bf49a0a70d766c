import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Stripe } from 'stripe';
import { StripeControl } from './control-client.ts';

it('the command starts a double, prints its address, and ends with SIGTERM', async () => {
  const main = fileURLToPath(new URL('main.ts', import.meta.url));
  const child = spawn(process.execPath, [main, '--port', '0', '--key', 'sk_test_chosen'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const { url, account, key } = JSON.parse(line) as { url: string; account: string; key: string };
  assert.equal(key, 'sk_test_chosen');
  const { hostname: host, port } = new URL(url);
  const stripe = new Stripe(key, { host, port, protocol: 'http' });
  assert.equal((await stripe.accounts.retrieveCurrent()).id, account);
  assert.deepEqual((await new StripeControl(url).ledger()).charges, []);
  child.kill('SIGTERM');
  assert.deepEqual(await once(child, 'exit'), [0, null]);
});
