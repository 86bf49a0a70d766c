// node tools/simulate/planted.ts [WORD ...]
// Measures the worth of the lives: plants one small mistake after the other in the billing mathematics of a service.
// Each must be noticed within 50 lives; words choose the mistakes that contain them. Closes with "N passed, N failed".
import { fileURLToPath, pathToFileURL } from 'node:url';
import { say } from '@tollgate/harness/process';
import { startStandalone } from '@tollgate/harness/standalone';
import { fewDrawings } from '../test-settings.mjs';
import { disabledByDefault, switches } from './dimensions.ts';
import { firstOf, playLives } from './lives.ts';
import { type Mistake, mistakes } from './mistakes.ts';

const loader = pathToFileURL(fileURLToPath(new URL('planted-loader.mjs', import.meta.url))).href;

async function isNoticed([name, file, from, to, bearing = []]: Mistake): Promise<boolean> {
  const service = await startStandalone({
    env: { ...fewDrawings, NODE_OPTIONS: `--import=${loader}`, PLANTED: JSON.stringify({ file, from, to }) },
  });
  try {
    const { passed, failed, failures } = await playLives(service, {
      seed: 'planted',
      total: 50,
      jobs: 4,
      has: switches({ with: disabledByDefault.filter((one) => bearing.includes(one)) }),
      bearing,
      enough: 1,
    });
    const [first] = failures;
    say(
      first
        ? `noticed after ${passed + failed} lives: ${name} (${firstOf(first.result)})`
        : `NOT noticed in ${passed} lives: ${name}`,
    );
    return failed > 0;
  } finally {
    await service.stop();
  }
}

const words = process.argv.slice(2);
const chosen = mistakes.filter(([name]) => words.length === 0 || words.some((word) => name.includes(word)));
let noticed = 0;
for (const mistake of chosen) noticed += (await isNoticed(mistake)) ? 1 : 0;
console.log(`${noticed} passed, ${chosen.length - noticed} failed`);
process.exit(noticed === chosen.length ? 0 : 1);
