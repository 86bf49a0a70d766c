import type { Wallet } from '../../../api/records.js';

/** A change that does not name the metrics of a wallet would lift their limit (wallets, section 2.4). */
export const metricLimitsOf = ({ applies_to: { billable_metric_codes } }: Wallet) => ({
  applies_to: { billable_metric_codes },
});
