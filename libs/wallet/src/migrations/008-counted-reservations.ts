import type { SchemaMigration } from '@tollgate/platform';

/** Which reservations ongoing balances were computed with as still there. */
export const countedReservations: SchemaMigration = {
  name: '008_counted_reservations',
  sql: 'alter table wallet.reservations add column counted boolean not null default false',
};
