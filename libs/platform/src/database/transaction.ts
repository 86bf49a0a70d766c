import type { Kysely } from 'kysely';

/** A transaction of any service, as readers take it: they know their own tables. */
export type Transaction = Kysely<Record<never, never>>;

/** The same transaction, seen with the tables that a reader or repository knows. */
export const tablesOf = <Tables>(transaction: Transaction): Kysely<Tables> => transaction as unknown as Kysely<Tables>;
