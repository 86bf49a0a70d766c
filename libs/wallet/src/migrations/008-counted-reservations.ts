import type { SchemaMigration } from '@tollgate/platform';

/** Reservations that an ongoing balance counted as still present. */
export const countedReservations: SchemaMigration = {
  name: '008_counted_reservations',
  sql: 'alter table wallet.reservations add column counted boolean not null default false',
};
