// npm run seed [-- --seed 1] [--months 6]: the seed is main.ts.
import { runWithHints } from '../demo/hints.mjs';

await runWithHints(() => import('./main.ts'));
