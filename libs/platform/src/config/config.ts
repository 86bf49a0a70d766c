import { isIP } from 'node:net';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { operationsUrlVariable, processOf, services, urlVariable, type ServiceName } from '@tollgate/contracts';
import { externalAddresses, paymentProviderAddresses, type ProviderAddresses } from './external-addresses.js';
import { mailDomainsOf, notDomains } from './mail-domains.js';
import { retentionDaysOf, retentionVariables, type RetentionDays, type RetentionVariables } from './retention-days.js';
import { isEncryptionKey, storedSecret, newEncryptionKey, newToken, wellKnownSecrets } from './secrets.js';
import { withSecretFiles } from './secret-files.js';
import { addressesOf } from './service-addresses.js';
import {
  clickHouseSettings,
  kafkaSettings,
  redisSettings,
  storeProblems,
  storeVariables,
  type ClickHouseSettings,
  type KafkaSettings,
  type RedisSettings,
} from './store-settings.js';

/** Accepts an IP address, or a range with a prefix length. */
function isAddressRange(text: string): boolean {
  const [address = '', length, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= (version === 4 ? 32 : 128));
}

const encryptionKey = z
  .string()
  .refine(isEncryptionKey, 'is not a key of 32 random bytes in base64 (openssl rand -base64 32)');

const environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  OPERATIONS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  DATA_DIR: z.string().default('.data'),
  CACHE_DIR: z.string().default(join(homedir(), '.cache', 'tollgate')),
  DATABASE_URL: z.url().optional(),
  DATABASE_DIRECT_URL: z.url().optional(),
  // A billing run's lanes hold four connections while it calls other services.
  DATABASE_POOL_SIZE: z.coerce.number().int().min(8).default(12),
  ...storeVariables,
  ADMIN_API_KEY: z.string().min(8).optional(),
  INTERNAL_TOKEN: z.string().min(8).optional(),
  ENCRYPTION_KEY: encryptionKey.optional(),
  ENCRYPTION_KEY_PREVIOUS: encryptionKey.optional(),
  IDENTIFIER_PREFIX: z
    .string()
    .regex(/^[a-z][a-z0-9]*$/, 'is not a lower-case word')
    .default('svc'),
  PUBLIC_URL: z.url().optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  RESENDS_PER_HOUR: z.coerce.number().int().min(1).max(100_000).default(100),
  RATE_LIMIT_PER_SECOND: z.coerce.number().int().min(1).default(2000),
  INBOX_RETENTION_DAYS: z.coerce.number().int().min(1).max(36_500).default(30),
  BODY_LIMIT_BYTES: z.coerce
    .number()
    .int()
    .min(1024)
    .default(2 * 1024 * 1024),
  BODY_BUDGET_BYTES: z.coerce
    .number()
    .int()
    .min(1024 * 1024)
    .default(128 * 1024 * 1024),
  REQUEST_TIMEOUT_SECONDS: z.coerce.number().int().min(1).max(3600).default(60),
  MAX_CONNECTIONS: z.coerce.number().int().min(16).default(10_000),
  CALLS_AT_ONCE: z.coerce.number().int().min(1).max(256).default(16),
  EVENT_CALLS_WAITING: z.coerce.number().int().min(16).default(2_000),
  EVENT_WAIT_MS: z.coerce.number().int().min(100).default(5_000),
  EVENT_WINDOW_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .default(24 * 3600),
  EVENT_WINDOW_ENTRIES: z.coerce.number().int().min(1000).default(2_000_000),
  EVENT_FILTER_BYTES: z.coerce
    .number()
    .int()
    .min(4 * 1024 * 1024)
    .default(256 * 1024 * 1024),
  EVENT_JOURNAL_BYTES: z.coerce
    .number()
    .int()
    .min(256 * 1024)
    .default(1024 * 1024 * 1024),
  EVENT_RETENTION_DAYS: z.coerce.number().int().min(0).default(0),
  WEBHOOK_ATTEMPTS: z.coerce.number().int().min(1).default(3),
  WEBHOOK_TIMEOUT_MS: z.coerce.number().int().min(100).default(30_000),
  WEBHOOK_DEADLINE_MS: z.coerce.number().int().min(100).default(60_000),
  WEBHOOK_GIVE_UP_HOURS: z.coerce.number().int().min(1).default(72),
  DUE_WORK_SECONDS: z.coerce.number().int().min(1).max(3600).default(60),
  SWEEP_SECONDS: z.coerce.number().int().min(1).max(3600).default(60),
  CHANGE_RETENTION_DAYS: z.coerce.number().int().min(1).max(3_650).default(30),
  WEBHOOK_SIGNING_KEY: z.string().optional(),
  ALLOW_PRIVATE_WEBHOOKS: z.stringbool().default(false),
  ALLOW_PLAIN_COOKIES: z.stringbool().default(false),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .refine((parts) => parts.every(isAddressRange), 'is not a list of IP addresses and ranges'),
  FILE_STORE_URL: z.url({ protocol: /^(file|s3)$/ }).optional(),
  FILE_DRAWING_PERCENT: z.coerce.number().int().min(1).max(100).default(25),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().min(3).default('Tollgate <no-reply@localhost>'),
  MAIL_DOMAINS: z
    .string()
    .default('')
    .transform(mailDomainsOf)
    .refine((domains) => domains !== null, notDomains),
  ...externalAddresses,
});

/** Addresses of other processes. */
const addressVariables = z.object(
  Object.fromEntries(
    ['identity', ...services.map(processOf)]
      .flatMap((process) => [urlVariable(process), operationsUrlVariable(process)])
      .map((variable) => [variable, z.url().optional()]),
  ),
);

/** The settings of one process, read once from the environment. */
export class Config {
  readonly host: string;
  readonly port: number;
  /** The port for metrics and the other services' commands; 0: any free port. */
  readonly operationsPort: number;
  readonly operationsHost: string;
  readonly dataDirectory: string;
  /** Fetched programs, which several installations of a machine may share. */
  readonly cacheDirectory: string;
  /** Absent: the embedded server. */
  readonly databaseUrl: string | undefined;
  /** The same database past a pooler, for locks. Absent: `databaseUrl` has no pooler in between. */
  readonly databaseDirectUrl: string | undefined;
  readonly databasePoolSize: number;
  /** Absent: the engine in this process. */
  readonly clickhouse: ClickHouseSettings | undefined;
  readonly clickhouseDatabase: string;
  /** Absent: the local transport over the outbox. */
  readonly kafka: KafkaSettings | undefined;
  /** Absent: jobs on PostgreSQL. */
  readonly redis: RedisSettings | undefined;
  /** The key that sealed older secrets at rest. */
  readonly previousEncryptionKey: Buffer | undefined;
  readonly identifierPrefix: string;
  readonly publicUrl: string;
  readonly logLevel: string;
  /** Mails with documents that an organization may request within an hour. */
  readonly resendsPerHour: number;
  readonly rateLimitPerSecond: number;
  /** How long the inbox remembers handled messages; longer than any transport retains them. */
  readonly inboxRetentionDays: number;
  readonly bodyLimitBytes: number;
  /** Maximum total size of request bodies above 16 KiB under way, in bytes. */
  readonly bodyBudgetBytes: number;
  /** Limit for receiving a whole request. */
  readonly requestTimeoutSeconds: number;
  /** Maximum connections on the public port. */
  readonly maxConnections: number;
  /** Concurrent calls of one organization in a process, except event calls. */
  readonly callsAtOnce: number;
  /** Maximum event calls under way in a process. */
  readonly eventCallsWaiting: number;
  /** Recent duration of event calls above which the process refuses further ones. */
  readonly eventWaitMs: number;
  readonly eventWindowSeconds: number;
  readonly eventWindowEntries: number;
  /** Bytes of accepted events that may wait for the usage store in the journal of a process without Kafka. */
  readonly eventFilterBytes: number;
  readonly eventJournalBytes: number;
  /** How long events are retained; 0: forever, because recurring metrics count all of them. */
  readonly eventRetentionDays: number;
  readonly webhookAttempts: number;
  /** Limit for connecting, writing and reading, each. */
  readonly webhookTimeoutMs: number;
  /** Limit for a whole attempt. */
  readonly webhookDeadlineMs: number;
  /** How long an attempt may be overdue before the service gives up its webhook. */
  readonly webhookGiveUpHours: number;
  /** How often services poll for due work of wall-clock organizations, in milliseconds. */
  readonly dueWorkMs: number;
  /** How often reconcilers search tables for outstanding work without a job, in milliseconds. */
  readonly reconcileMs: number;
  /** How long logs, mails and other records are retained: webhooks since their last change (webhooks, section 2). */
  readonly retentionDays: RetentionDays;
  /** Days of entries in the feed of changes. */
  readonly changeRetentionDays: number;
  /** Whether webhooks may go to addresses outside of the public internet. */
  readonly allowPrivateWebhooks: boolean;
  /** Whether the console's session may travel without TLS to other machines. */
  readonly allowPlainCookies: boolean;
  /** Proxies in front of the service, by address or range. Only their headers about a call's origin are trusted. */
  readonly trustedProxies: string[];
  /** The store of documents' files, a directory or a bucket; absent: the database. */
  readonly fileStoreUrl: string | undefined;
  /** The largest part of one thread's time for files without a request. */
  readonly fileDrawingPercent: number;
  /** The server for outgoing mails to people. Absent: mails become files in the data directory. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** The organizations that send mails from a domain of their own, by domain. */
  readonly mailDomains: ReadonlyMap<string, string>;
  /** The European Commission's registry of VAT numbers. */
  readonly viesUrl: string;
  /** The tax engine Anrok. */
  readonly anrokUrl: string;
  /** The tax engine AvaTax, and the one that sandbox organizations use. */
  readonly avalaraUrl: string;
  readonly avalaraSandboxUrl: string;
  /** The reference rates of the European Central Bank. Absent: none are imported. */
  readonly ecbRatesUrl: string | undefined;
  /** The accounting system Xero, and the service that gives tokens for it. */
  readonly xeroUrl: string;
  readonly xeroIdentityUrl: string;
  /** The base addresses of payment providers, by their variables. */
  readonly paymentProviderAddresses: ProviderAddresses;
  /** RSA private key (PEM) of webhook signatures. Absent: the service generates one and stores it in the database. */
  readonly webhookSigningKey: string | undefined;
  /** Base addresses of services that run in other processes; absent ones run in this process. */
  readonly serviceUrls: Partial<Record<ServiceName, string>>;
  /** Addresses where those services answer commands. */
  readonly operationsUrls: Partial<Record<ServiceName, string>>;

  private readonly secrets: {
    adminApiKey: string | undefined;
    internalToken: string | undefined;
    encryptionKey: string | undefined;
  };

  /**
   * @param env the process environment
   * @throws Error naming every invalid variable and the reason
   */
  constructor(env: Record<string, string | undefined>) {
    const secrets = Object.fromEntries(
      Object.entries(withSecretFiles(env)).filter(([, value]) => value !== undefined && value !== ''),
    );
    const read = environment.safeParse(secrets);
    const located = addressVariables.safeParse(secrets);
    const providers = paymentProviderAddresses.safeParse(secrets);
    const retention = retentionVariables.safeParse(secrets);
    const issues = [read, located, providers, retention].flatMap(({ error }) => error?.issues ?? []);
    const reasons = [
      ...issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`),
      ...(read.success ? storeProblems(read.data).map(([name, reason]) => `${name}: ${reason}`) : []),
      ...(secrets['NODE_ENV'] === 'development' ? [] : wellKnownSecrets(secrets)),
    ];
    if (!read.success || !located.success || reasons.length > 0)
      throw new Error(`Settings that cannot be used:\n${reasons.map((reason) => `  ${reason}`).join('\n')}`);
    const e = read.data;
    this.host = e.HOST;
    this.port = e.PORT;
    // An unset port is local only: other machines cannot know it.
    this.operationsPort = e.OPERATIONS_PORT ?? 0;
    this.operationsHost = e.OPERATIONS_PORT === undefined ? '127.0.0.1' : e.HOST;
    this.dataDirectory = resolve(e.DATA_DIR);
    this.cacheDirectory = resolve(e.CACHE_DIR);
    this.databaseUrl = e.DATABASE_URL;
    this.databaseDirectUrl = e.DATABASE_DIRECT_URL;
    this.databasePoolSize = e.DATABASE_POOL_SIZE;
    this.clickhouse = clickHouseSettings(e);
    this.clickhouseDatabase = e.CLICKHOUSE_DATABASE;
    this.kafka = kafkaSettings(e);
    this.redis = redisSettings(e);
    this.secrets = { adminApiKey: e.ADMIN_API_KEY, internalToken: e.INTERNAL_TOKEN, encryptionKey: e.ENCRYPTION_KEY };
    this.previousEncryptionKey =
      e.ENCRYPTION_KEY_PREVIOUS === undefined ? undefined : Buffer.from(e.ENCRYPTION_KEY_PREVIOUS, 'base64');
    this.identifierPrefix = e.IDENTIFIER_PREFIX;
    const host = isIP(e.HOST) === 6 ? `[${e.HOST}]` : e.HOST;
    this.publicUrl = (e.PUBLIC_URL ?? `http://${host}:${e.PORT}`).replace(/\/$/, '');
    this.logLevel = e.LOG_LEVEL;
    this.resendsPerHour = e.RESENDS_PER_HOUR;
    this.rateLimitPerSecond = e.RATE_LIMIT_PER_SECOND;
    this.inboxRetentionDays = e.INBOX_RETENTION_DAYS;
    this.bodyLimitBytes = e.BODY_LIMIT_BYTES;
    this.bodyBudgetBytes = e.BODY_BUDGET_BYTES;
    this.requestTimeoutSeconds = e.REQUEST_TIMEOUT_SECONDS;
    this.maxConnections = e.MAX_CONNECTIONS;
    this.callsAtOnce = e.CALLS_AT_ONCE;
    this.eventCallsWaiting = e.EVENT_CALLS_WAITING;
    this.eventWaitMs = e.EVENT_WAIT_MS;
    this.eventWindowSeconds = e.EVENT_WINDOW_SECONDS;
    this.eventWindowEntries = e.EVENT_WINDOW_ENTRIES;
    this.eventFilterBytes = e.EVENT_FILTER_BYTES;
    this.eventJournalBytes = e.EVENT_JOURNAL_BYTES;
    this.eventRetentionDays = e.EVENT_RETENTION_DAYS;
    this.webhookAttempts = e.WEBHOOK_ATTEMPTS;
    this.webhookTimeoutMs = e.WEBHOOK_TIMEOUT_MS;
    this.webhookDeadlineMs = e.WEBHOOK_DEADLINE_MS;
    this.webhookGiveUpHours = e.WEBHOOK_GIVE_UP_HOURS;
    this.dueWorkMs = e.DUE_WORK_SECONDS * 1000;
    this.reconcileMs = e.SWEEP_SECONDS * 1000;
    this.retentionDays = retentionDaysOf(retention.data as RetentionVariables);
    this.changeRetentionDays = e.CHANGE_RETENTION_DAYS;
    this.allowPrivateWebhooks = e.ALLOW_PRIVATE_WEBHOOKS;
    this.allowPlainCookies = e.ALLOW_PLAIN_COOKIES;
    this.trustedProxies = e.TRUSTED_PROXIES;
    this.fileStoreUrl = e.FILE_STORE_URL;
    this.fileDrawingPercent = e.FILE_DRAWING_PERCENT;
    this.smtpUrl = e.SMTP_URL;
    this.mailFrom = e.MAIL_FROM;
    this.mailDomains = e.MAIL_DOMAINS ?? new Map();
    this.viesUrl = e.VIES_URL;
    this.anrokUrl = e.ANROK_URL;
    this.avalaraUrl = e.AVALARA_URL;
    this.avalaraSandboxUrl = e.AVALARA_SANDBOX_URL;
    this.ecbRatesUrl = e.ECB_RATES_URL;
    this.xeroUrl = e.XERO_URL;
    this.xeroIdentityUrl = e.XERO_IDENTITY_URL;
    this.paymentProviderAddresses = providers.data as ProviderAddresses;
    this.webhookSigningKey = e.WEBHOOK_SIGNING_KEY;
    this.serviceUrls = addressesOf(
      (service) => located.data[urlVariable(service)] ?? located.data[urlVariable(processOf(service))],
    );
    this.operationsUrls = addressesOf((service) => {
      const secrets = located.data[operationsUrlVariable(processOf(service))];
      const url = this.serviceUrls[service];
      return (
        secrets ?? (url === undefined || e.OPERATIONS_PORT === undefined ? undefined : withPort(url, e.OPERATIONS_PORT))
      );
    });
  }

  // The getter of an unset secret generates it and stores it in the data directory. It does so on first use, because a
  // cluster's service does not need the secrets that it does not receive.

  /** The key for operators' calls. */
  get adminApiKey(): string {
    return (this.secrets.adminApiKey ??= storedSecret(this.dataDirectory, 'admin-api-key', newToken));
  }

  /** The token that services present to each other. */
  get internalToken(): string {
    return (this.secrets.internalToken ??= storedSecret(this.dataDirectory, 'internal-token', newToken));
  }

  /** The key that seals secrets at rest, 32 bytes. */
  get encryptionKey(): Buffer {
    this.secrets.encryptionKey ??= storedSecret(this.dataDirectory, 'encryption-key', newEncryptionKey);
    return Buffer.from(this.secrets.encryptionKey, 'base64');
  }
}

function withPort(address: string, port: number): string {
  const url = new URL(address);
  url.port = String(port);
  return url.href;
}
