import type { z } from 'zod';

/**
 * The part of a payment provider that the interface, the configuration and other services read. Its declaration in the
 * payment library (`providers/NAME/index.ts`) has the rest.
 */
export interface PublishedProvider {
  /** As calls and addresses state it. */
  name: string;
  /** As people write it. */
  title: string;
  /** Whether it moves no money: only sandbox organizations connect it, and calls stand for its payers. */
  isForTests: boolean;
  /** The settings that its connections alone have, as fields of a call. */
  settings: Record<string, z.ZodType<string | null | undefined>>;
  /** The fields without which there is no connection, in the order of their errors. */
  required: readonly string[];
  /** The form of fields; another value is invalid. */
  forms: Record<string, RegExp>;
  /** The variables of its addresses, with its own address; null where the connection decides. */
  addresses: Record<string, string | null>;
  /** Whether it has pages where a payer pays one invoice (webhooks, section 15). */
  hasPaymentPages: boolean;
  /** The ways to pay of its customers; null where they choose none (webhooks, section 11.2). */
  methodTypes: readonly string[] | null;
  /** The address of its call for usage, which we answer as it does (metering, section 2.9); null without one. */
  meterEvents: string | null;
}
