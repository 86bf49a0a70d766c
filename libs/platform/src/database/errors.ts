interface PostgresError {
  code: string;
  constraint?: string;
}

/** The name of the unique index that a write broke, or null for any other error. */
export function brokenUniqueIndex(error: unknown): string | null {
  const { code, constraint } = (error ?? {}) as PostgresError;
  return code === '23505' ? (constraint ?? '') : null;
}

/** Another call changed or held the same at the same time: a unique index, a serialization failure, a deadlock. */
const concurrentChange = new Set(['23505', '40001', '40P01', '55P03']);

/** Whether a write lost to another one that was made at the same time, and may work when it is repeated. */
export const lostToAnotherWrite = (error: unknown): boolean => concurrentChange.has(((error ?? {}) as PostgresError).code);
