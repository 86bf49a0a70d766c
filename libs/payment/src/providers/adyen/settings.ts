import { z } from 'zod';
import type { ProviderSettings } from '../ports/account.js';

const schema = z.object({ merchant_account: z.string().nullable(), live_prefix: z.string().nullable() });

/** The settings of a connection to Adyen. */
export interface AdyenSettings {
  merchantAccount: string | null;
  /** The part of live addresses that belongs to the company; null for tests. */
  livePrefix: string | null;
  /** Whether it uses Adyen's live environment. */
  isLive: boolean;
}

/** Reads the settings of a connection to Adyen. @throws ZodError for those of another provider */
export function adyenSettings(settings: ProviderSettings): AdyenSettings {
  const { merchant_account: merchantAccount, live_prefix: livePrefix } = schema.parse(settings);
  return { merchantAccount, livePrefix, isLive: livePrefix !== null };
}
