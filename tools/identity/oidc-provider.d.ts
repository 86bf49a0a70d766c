// The part of oidc-provider that these tools use; the package has no types.
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  interface Account {
    accountId: string;
    claims(): { sub: string; [claim: string]: unknown };
  }

  interface Configuration {
    claims: Record<string, string[]>;
    cookies: { keys: string[] };
    features: Record<string, { enabled: boolean }>;
    findAccount(context: unknown, id: string): Account;
  }

  export class Provider {
    constructor(issuer: string, configuration: Configuration);
    callback(): RequestListener;
  }
}
