// The acts, long ones first: two are played at once.
import type { Act } from './act.ts';
import { backfills } from './backfills/backfills.ts';
import { bulkActs } from './bulk-acts.ts';
import { files } from './files/files.ts';
import { connector } from './connector/connector.ts';
import { credits } from './kill/credits.ts';
import { daysOfUsage } from './kill/days.ts';
import { kill } from './kill/rounds.ts';
import { mails } from './mails/mails.ts';
import { outcomes } from './payments/outcomes.ts';
import { payments } from './payments/payments.ts';
import { planMigrations } from './plan-migrations.ts';
import { priceTests } from './price-tests.ts';
import { providers } from './payments/providers.ts';
import { replays } from './replays.ts';
import { taxes } from './taxes.ts';

export const acts: readonly Act[] = [
  taxes,
  kill,
  payments,
  connector,
  backfills,
  bulkActs,
  credits,
  providers,
  outcomes,
  files,
  replays,
  planMigrations,
  priceTests,
  mails,
  daysOfUsage,
];
