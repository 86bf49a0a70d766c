export type {
  AnswerOf,
  CommonOptions,
  ElementOf,
  ListPath,
  OptionsOf,
  PathWith,
  Schema,
  Verb,
  Webhook,
} from './calls.js';
export { type Fields, TollgateError } from './errors.js';
export { EventBuffer } from './event-buffer.js';
export type { EventInput, UsageEvent } from './event-entries.js';
export type { DropReason, EventSettings } from './event-settings.js';
export type { CallLimits, Fetch } from './transport.js';
export { Tollgate, type TollgateSettings } from './tollgate.js';
export { type HeadersLike, type VerifiedWebhook, verifyWebhook, WebhookError, type WebhookKey } from './webhooks.js';
