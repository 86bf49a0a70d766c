/** Whether a token belongs to GoCardless's sandbox, where no money moves. */
export const isSandboxToken = (token: string): boolean => token.startsWith('sandbox_');
