import type { Instant } from '@tollgate/platform';
/** Derives a wallet's code from its name when the request has none (wallets, section 2.2). */
export function codeOfName(name: string | null | undefined): string {
  const code = (name ?? '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '_')
    .replace(/_+/g, '_')
    .replace(/^_|_$/g, '');
  return code || 'default';
}

/** Makes a code unique: appends the time in seconds, or the next free number, when another wallet has the code. */
export function freeCode(code: string, usedCodes: ReadonlySet<string>, now: Instant): string {
  if (!usedCodes.has(code)) return code;
  let seconds = Math.floor(now / 1000);
  while (usedCodes.has(`${code}_${seconds}`)) seconds += 1;
  return `${code}_${seconds}`;
}
