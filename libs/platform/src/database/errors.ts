interface PostgresError {
  code: string;
  constraint?: string;
}

/** The name of the unique index that a write broke, or null for any other error. */
export function brokenUniqueIndex(error: unknown): string | null {
  const { code, constraint } = (error ?? {}) as PostgresError;
  return code === '23505' ? (constraint ?? '') : null;
}
