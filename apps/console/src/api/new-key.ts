const bytes = 16;

/** A new key for `Idempotency-Key`. Pages at a plain address of http have no `crypto.randomUUID`. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
