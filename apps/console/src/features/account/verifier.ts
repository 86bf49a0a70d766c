const key = 'tollgate.open-id-verifier';

/** Keeps the secret of a sign-in at a provider in this tab: only the tab that began it can complete it. */
export const keepVerifier = (verifier: string): void => window.sessionStorage.setItem(key, verifier);

/** The secret of the sign-in that this tab began; empty without one. */
export function takeVerifier(): string {
  const verifier = window.sessionStorage.getItem(key) ?? '';
  window.sessionStorage.removeItem(key);
  return verifier;
}
