// Installs exactly the packages of the lock file. A short outage of the registry must not fail a change.
import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

const tries = 3;
for (let attempt = 1; ; attempt++) {
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { stdio: 'inherit' });
  if (status === 0) break;
  console.log(`npm ci failed, attempt ${attempt}`);
  if (attempt === tries) process.exit(1);
  await sleep(attempt * 10_000);
}
