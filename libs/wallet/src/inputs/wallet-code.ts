import type { Instant } from '@tollgate/platform';
/** The code of a wallet that was given none (wallets, section 2.2). */
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

/** The same where others have it: with the time in seconds behind it, or the next that is free. */
export function freeCode(code: string, taken: ReadonlySet<string>, now: Instant): string {
  if (!taken.has(code)) return code;
  let seconds = Math.floor(now / 1000);
  while (taken.has(`${code}_${seconds}`)) seconds += 1;
  return `${code}_${seconds}`;
}
