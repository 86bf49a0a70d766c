import { msg } from '@lingui/core/macro';
import type { DunningCampaign } from '../../api/records.js';
import {
  amountsColumn,
  codeColumn,
  instantColumn,
  linkColumn,
  moneyColumn,
  sortable,
  textColumn,
  unitsColumn,
  wide,
  type Column,
} from '../../ui/columns.js';
import { byCode } from '../../ui/record-keys.js';

export type Threshold = DunningCampaign['thresholds'][number];

export const campaignColumns: readonly Column<DunningCampaign>[] = [
  sortable(
    'name',
    linkColumn(msg`Name`, 'dunningCampaign', byCode, (row) => row.name),
  ),
  sortable('code', codeColumn(msg`Code`, byCode)),
  unitsColumn(msg`Requests`, (row) => row.max_attempts),
  unitsColumn(msg`Days between`, (row) => row.days_between_attempts),
  wide(amountsColumn(msg`From an overdue amount of`, (row) => row.thresholds)),
  wide(textColumn(msg`Billing entities`, (row) => row.billing_entity_codes.join(', '))),
  wide(
    sortable(
      'created_at',
      instantColumn(msg`Created`, (row) => row.created_at),
    ),
  ),
];

export const thresholdColumns: readonly Column<Threshold>[] = [
  codeColumn(msg`Currency`, (row) => row.currency),
  moneyColumn(
    msg`Overdue from`,
    (row) => row.amount_cents,
    (row) => row.currency,
  ),
];
