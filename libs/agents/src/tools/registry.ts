import { writingTools } from './apply.js';
import { callReference } from './call-reference.js';
import { docsSearch } from './docs-search.js';
import { eventsWrong } from './events-wrong.js';
import { explainFee } from './explain-fee.js';
import { explainInvoice } from './explain-invoice.js';
import { find } from './find.js';
import { health } from './health.js';
import { overdue } from './overdue.js';
import { paymentProblem } from './payment-problem.js';
import { priceWhatIf } from './price-what-if.js';
import type { Tool } from './tool.js';
import { usageNow } from './usage-now.js';
import { usageTrend } from './usage-trend.js';
import { whoIsOver } from './who-is-over.js';
import { whyDiffers } from './why-differs.js';

/** The tools that only read, in the order of their list. */
export const readingTools: readonly Tool[] = [
  find,
  explainInvoice,
  explainFee,
  whyDiffers,
  usageNow,
  usageTrend,
  whoIsOver,
  overdue,
  paymentProblem,
  priceWhatIf,
  eventsWrong,
  health,
  docsSearch,
  callReference,
];

/** The tools of a key. @param mayWrite whether its list of permissions names `mcp` with `write` */
export const toolsFor = (mayWrite: boolean): readonly Tool[] =>
  mayWrite ? [...readingTools, ...writingTools] : readingTools;
