import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ProviderControl } from './control-client.ts';
import { providerNames } from './double.ts';

for (const name of providerNames)
  it(`the command starts a double of ${name}, prints its address, and ends with SIGTERM`, async () => {
    const main = fileURLToPath(new URL('main.ts', import.meta.url));
    const child = spawn(process.execPath, [main, name], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    const { url, key } = JSON.parse(line) as { url: string; key: string };
    assert.notEqual(key, '');
    assert.deepEqual((await new ProviderControl(url).ledger()).payments, []);
    child.kill('SIGTERM');
    assert.deepEqual(await once(child, 'exit'), [0, null]);
  });
