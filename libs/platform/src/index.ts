export { MailTransport, type OutgoingMail } from './mails/mail-transport.js';
export { MailNotAccepted, type Delivery, type Refusal } from './mails/smtp-outcome.js';
export { escapeSigns } from './mails/page/escape.js';
export { inkOn, lightEnough } from './mails/page/contrast.js';
export { colonOf } from './mails/page/mail-plain.js';
export {
  defaultAccent,
  shortPage,
  type MailFact,
  type MailItem,
  type MailLink,
  type MailPage,
} from './mails/page/mail-page.js';
export { writeMail } from './mails/page/write-mail.js';
export * from './config/config.js';
export * from './config/directories.js';
export * from './config/secret-files.js';
export * from './config/store-settings.js';
export * from './addresses/address-resolver.js';
export * from './addresses/checked-connector.js';
export * from './addresses/checked-sockets.js';
export * from './addresses/outbound-calls.js';
export * from './addresses/public-address.js';
export * from './secrets/secret-box.js';
export * from './secrets/seal-secrets.js';
export * from './secrets/signed-payloads.js';
export * from './secrets/signed-tokens.js';
export * from './ids.js';
export * from './grouping.js';
export * from './partitions.js';
export * from './batching/batcher.js';
export * from './batching/breaks.js';
export { RefreshedCache, type Staleness } from './batching/refreshed-cache.js';
export { Semaphore } from './batching/semaphore.js';
export * from './time/clock.js';
export * from './observability/request-context.js';
export * from './observability/tracing/tracing.js';
export * from './observability/logger.js';
export * from './observability/metrics.js';
export * from './database/tenancy.js';
export * from './database/connections.js';
export * from './database/database.js';
export { deleteAnswers } from './database/command-answers.js';
export type { Repetition } from './database/repetition.js';
export * from './database/transaction.js';
export * from './database/shared-statements.js';
export * from './database/platform-database.js';
export * from './database/schema-migrations.js';
export { ReleaseTooOld } from './database/oldest-release.js';
export { platformMigrations } from './database/platform.migrations.js';
export * from './database/migrations.js';
export * from './database/housekeeping.js';
export * from './database/logins.js';
export * from './database/errors.js';
export * from './database/insert-rows.js';
export * from './database/indexed-texts.js';
export * from './database/matches.js';
export { newestIds } from './database/newest-ids.js';
export * from './messaging/handlers.js';
export * from './messaging/in-flight.js';
export * from './messaging/transport.js';
export * from './messaging/kafka-transport.js';
export * from './stores/kafka-client.js';
export * from './stores/redis-client.js';
export { byBytes } from './batching/batches.js';
export * from './messaging/relay.js';
export * from './commands/command-bus.js';
export * from './commands/export-pages.js';
export * from './commands/bulk-acts.js';
export * from './commands/prefetched-commands.js';
export * from './commands/flush-usage.js';
export * from './parked/parked.js';
export * from './parked/parked-reason.js';
export * from './parked/parked.tables.js';
export * from './passes/passes.js';
export { ChangeLog, type ChangeRequest, type FoundChanges } from './changes/change-log.js';
export { JobQueues } from './jobs/job-queues.js';
export * from './jobs/jobs.js';
export * from './jobs/single-flight.js';
export * from './jobs/try-later.js';
export * from './outages.js';
export * from './jobs/keyed-queue.js';
export * from './jobs/queue-definition.js';
export * from './jobs/keyed-queues.js';
export { Erasures, type PlaceEraser } from './erasures/erasures.js';
export { erasureMessagesOf } from './erasures/erasure-messages.js';
export { eraseTables, type ScannedRows } from './erasures/rows-in-order.js';
export { digestOf, requestErasure } from './erasures/request-erasure.js';
export { presentErasure, presentErasures } from './erasures/erasure.presenter.js';
export {
  completeErasure,
  erasureByDigest,
  erasureOf,
  erasuresToComplete,
  findErasure,
  type ErasedStep,
  type ErasureFacts,
  type ErasureTables,
  type RunningErasure,
} from './erasures/erasures.repository.js';
export { protectedQueuedWorkTable, queuedWorkTable, type QueuedItem } from './jobs/queued-work.js';
export * from './due-work/due-work.js';
export { deleteExpired, isChanging } from './usage-store/delete-expired.js';
export * from './usage-store/clickhouse.js';
export { loadEngine } from './usage-store/engine.js';
export { NativeBlock, type ColumnBlock } from './usage-store/native-block.js';
export { DataRefused } from './usage-store/usage-store-errors.js';
export * from './errors/api-errors.js';
export { answerError, answerTo, toApiError } from './http/error-filter.js';
export * from './http/batches.js';
export * from './http/event-stream.js';
export * from './http/event-streams.js';
export * from './http/stream-answer.js';
export * from './http/pagination.js';
export * from './http/lists.js';
export { asParameters } from './http/list-parameters.js';
export { dayKey, idKey, instantKey, integerKey, nameKey, readCursor, textKey, writeCursor } from './http/list-keys.js';
export * from './http/tenant.js';
export * from './http/call.js';
export { readRawInput } from './http/raw-input.js';
export * from './http/keyed-metadata.js';
export { exactJson, withExactNumbers } from './http/exact-json.js';
export * from './http/identifier-prefix.js';
export { consoleHeader, hasInternalNames, isConsoleCall, isFromOwnPage } from './http/console-calls.js';
export * from './http/session-cookie.js';
export * from './http/same-secret.js';
export { ConcurrentCalls } from './http/concurrent-calls.js';
export * from './http/signed-address.js';
export * from './http/without-signatures.js';
export * from './process/operations-server.js';
export * from './process/process-reports.js';
export * from './process/readiness.js';
export * from './http/documentation.module.js';
export * from './http/pages.module.js';
export * from './http/application.js';
export * from './process/service-process.js';
export * from './process/start-errors.js';
export * from './process/platform.module.js';
export * from './database/embedded-postgres.js';
export { latestOf, walk, type Walk } from './database/keyset.js';
export { readRankSequences, type RankSequence, type SequencePlace } from './database/number-sequences.js';
export { centsText, rowOf, type Cell } from './flat-record.js';
