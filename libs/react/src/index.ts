export { TollgateClient, TollgateError, type Call, type ClientSettings } from './client.js';
export { TollgateProvider, useTollgate } from './provider.js';
export {
  useBalance,
  useChangePlan,
  useInvoices,
  usePay,
  usePlanPreview,
  usePlans,
  usePrepareFile,
  useSubscriptions,
  useTopUp,
  useUsage,
  useUsageSeries,
  useWallets,
  type UsageSeriesRequest,
} from './hooks.js';
export type { Act, Answer } from './use-answer.js';
export { Invoices } from './invoices.js';
export { PayButton } from './pay-button.js';
export { PlanTable } from './plan-table.js';
export { UsageChart } from './usage-chart.js';
export { Wallet } from './wallet.js';
export type { Texts } from './texts.js';
export type * from './types.js';
