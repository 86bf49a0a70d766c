// npm run demo [-- --json FILE]: the demo is main.ts.
import { runWithHints } from './hints.mjs';

await runWithHints(() => import('./main.ts'));
