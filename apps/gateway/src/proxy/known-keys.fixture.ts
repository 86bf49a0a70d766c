import { Global, Module } from '@nestjs/common';
import { ApiKeys, Callers, Sessions, Suspensions } from '@tollgate/identity/reader';

/** The holder of every key that begins with `good`. The key is its own id. */
export const holder = {
  organizationId: '018f0000-0000-7000-8000-000000000001',
  permissions: null,
  expiresAt: null,
};

/** The callers that a gateway knows: holders of keys, and no sessions. */
@Global()
@Module({
  providers: [
    {
      provide: ApiKeys,
      useValue: { holderOf: async (key: string) => (key.startsWith('good') ? { ...holder, apiKeyId: key } : null) },
    },
    { provide: Sessions, useValue: { signedInBy: async () => null } },
    { provide: Suspensions, useValue: { assertActive: async () => undefined } },
    Callers,
  ],
  exports: [Callers, ApiKeys],
})
export class KnownKeys {}
