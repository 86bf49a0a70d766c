import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { z } from 'zod';

/** The certificates of a connection, each the content of a PEM file. */
export interface TlsSettings {
  /** Authorities that may have signed the server's certificate; absent: those that Node knows. */
  ca?: Buffer;
  /** The certificate and the key that this client shows. */
  cert?: Buffer;
  key?: Buffer;
}

/** The way in which a client proves to Kafka who it is. */
export type SaslSettings =
  | { mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512'; username: string; password: string }
  | { mechanism: 'oauthbearer'; tokenUrl: string; clientId: string; clientSecret: string; scope: string | undefined };

export interface KafkaSettings {
  brokers: string[];
  /** Absent: without encryption. */
  tls: TlsSettings | undefined;
  sasl: SaslSettings | undefined;
}

/** A server's name or address, and its port. */
export interface Address {
  host: string;
  port: number;
}

export interface RedisSettings {
  /** The server; with sentinels its user, password, database and scheme only, with a cluster without the database. */
  url: string;
  tls: TlsSettings | undefined;
  sentinels: { addresses: Address[]; master: string; password: string | undefined } | undefined;
  /** Some nodes of a Redis Cluster; they name the others. Absent: one server has all keys. */
  cluster: Address[] | undefined;
}

export interface ClickHouseSettings {
  url: string;
  tls: TlsSettings | undefined;
}

const file = z.string().transform((path, context) => {
  try {
    return readFileSync(path);
  } catch (error) {
    context.addIssue({ code: 'custom', message: `${path} cannot be read (${(error as NodeJS.ErrnoException).code})` });
    return z.NEVER;
  }
});

const list = z
  .string()
  .transform((value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  )
  .refine((items) => items.length > 0, 'names no address');

/** Variables that say where the backends are, and how to reach them. */
export const storeVariables = {
  CLICKHOUSE_URL: z.url().optional(),
  CLICKHOUSE_DATABASE: z.string().regex(/^\w+$/).default('tollgate'),
  CLICKHOUSE_CA_FILE: file.optional(),
  CLICKHOUSE_CERT_FILE: file.optional(),
  CLICKHOUSE_KEY_FILE: file.optional(),
  KAFKA_BROKERS: list.optional(),
  KAFKA_TLS: z.stringbool().default(false),
  KAFKA_CA_FILE: file.optional(),
  KAFKA_CERT_FILE: file.optional(),
  KAFKA_KEY_FILE: file.optional(),
  KAFKA_SASL_MECHANISM: z.enum(['plain', 'scram-sha-256', 'scram-sha-512', 'oauthbearer']).optional(),
  KAFKA_USERNAME: z.string().optional(),
  KAFKA_PASSWORD: z.string().optional(),
  KAFKA_OAUTH_TOKEN_URL: z.url().optional(),
  KAFKA_OAUTH_CLIENT_ID: z.string().optional(),
  KAFKA_OAUTH_CLIENT_SECRET: z.string().optional(),
  KAFKA_OAUTH_SCOPE: z.string().optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  REDIS_CA_FILE: file.optional(),
  REDIS_CERT_FILE: file.optional(),
  REDIS_KEY_FILE: file.optional(),
  REDIS_CLUSTER_NODES: list.optional(),
  REDIS_SENTINELS: list.optional(),
  REDIS_SENTINEL_MASTER: z.string().default('mymaster'),
  REDIS_SENTINEL_PASSWORD: z.string().optional(),
};
type Variables = z.infer<z.ZodObject<typeof storeVariables>>;

type Store = 'CLICKHOUSE' | 'KAFKA' | 'REDIS';

/** The certificates of a store; undefined where its address has no encryption. */
function tlsOf(variables: Variables, store: Store): TlsSettings | undefined {
  if (!isOn[store](variables)) return undefined;
  const [ca, cert, key] = [
    variables[`${store}_CA_FILE`],
    variables[`${store}_CERT_FILE`],
    variables[`${store}_KEY_FILE`],
  ];
  return { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) };
}

/** The settings that contradict each other: `{ KAFKA_PASSWORD: reason }`. */
export function storeProblems(variables: Variables): [string, string][] {
  return [...saslProblems(variables), ...tlsProblems(variables), ...redisProblems(variables)];
}

const isOn = {
  KAFKA: ({ KAFKA_TLS: on }: Variables) => on,
  REDIS: ({ REDIS_URL: url }: Variables) => url?.startsWith('rediss:') ?? false,
  CLICKHOUSE: ({ CLICKHOUSE_URL: url }: Variables) => url?.startsWith('https:') ?? false,
};
/** A service that does not use a store has no address of it; the settings that all services share may name its files. */
const hasAddress = {
  KAFKA: ({ KAFKA_BROKERS: brokers }: Variables) => brokers !== undefined,
  REDIS: ({ REDIS_URL: url }: Variables) => url !== undefined,
  CLICKHOUSE: ({ CLICKHOUSE_URL: url }: Variables) => url !== undefined,
};
const howOn = { KAFKA: 'KAFKA_TLS=true', REDIS: 'a rediss: address', CLICKHOUSE: 'an https: address' };

function tlsProblems(variables: Variables): [string, string][] {
  return (Object.keys(isOn) as Store[]).flatMap((store): [string, string][] => {
    const kinds = (['CA', 'CERT', 'KEY'] as const).filter((kind) => variables[`${store}_${kind}_FILE`]);
    const [first] = kinds;
    if (first === undefined || !hasAddress[store](variables)) return [];
    if (!isOn[store](variables)) return [[`${store}_${first}_FILE`, `has no effect without ${howOn[store]}`]];
    return kinds.includes('CERT') === kinds.includes('KEY')
      ? []
      : [[`${store}_CERT_FILE`, `needs ${store}_KEY_FILE, and the other way round`]];
  });
}

function saslProblems(variables: Variables): [string, string][] {
  const { KAFKA_SASL_MECHANISM: mechanism, KAFKA_TLS: tls } = variables;
  if (mechanism === undefined)
    return variables.KAFKA_USERNAME || variables.KAFKA_PASSWORD
      ? [['KAFKA_SASL_MECHANISM', 'is needed for KAFKA_USERNAME and KAFKA_PASSWORD']]
      : [];
  const needed =
    mechanism === 'oauthbearer'
      ? (['KAFKA_OAUTH_TOKEN_URL', 'KAFKA_OAUTH_CLIENT_ID', 'KAFKA_OAUTH_CLIENT_SECRET'] as const)
      : (['KAFKA_USERNAME', 'KAFKA_PASSWORD'] as const);
  const missing = needed.filter((name) => !variables[name]);
  const isReadable = (mechanism === 'plain' || mechanism === 'oauthbearer') && !tls;
  return [
    ...missing.map((name): [string, string] => [name, `is needed for KAFKA_SASL_MECHANISM=${mechanism}`]),
    ...(isReadable
      ? [
          ['KAFKA_TLS', `${mechanism} sends its secret readable to everyone on the way: set it to true`] as [
            string,
            string,
          ],
        ]
      : []),
  ];
}

const defaultPorts = { REDIS_SENTINELS: 26_379, REDIS_CLUSTER_NODES: 6_379 };
type RedisAddresses = keyof typeof defaultPorts;

/** A host with a port, such as `redis-1:26379` or `[2001:db8::1]:26379`; null if it is none. */
function addressOf(text: string, defaultPort: number): Address | null {
  if (isIP(text) === 6) return { host: text, port: defaultPort };
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:\s]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  return host === undefined ? null : { host, port: port === undefined ? defaultPort : Number(port) };
}

const addressesOf = (variables: Variables, name: RedisAddresses): Address[] | undefined =>
  variables[name]?.flatMap((text) => addressOf(text, defaultPorts[name]) ?? []);

function redisProblems(variables: Variables): [string, string][] {
  const { REDIS_URL: url } = variables;
  const names = (Object.keys(defaultPorts) as RedisAddresses[]).filter((name) => variables[name]);
  const hasDatabase = url !== undefined && !/^\/?0?$/.test(new URL(url).pathname);
  return [
    ...names.flatMap((name): [string, string][] => [
      ...(variables[name] ?? [])
        .filter((text) => addressOf(text, defaultPorts[name]) === null)
        .map((text): [string, string] => [name, `${text} is no host with a port`]),
      ...(url ? [] : [['REDIS_URL', `is needed for ${name}: its user and password`] as [string, string]]),
    ]),
    ...(names.length > 1
      ? [['REDIS_CLUSTER_NODES', 'excludes REDIS_SENTINELS: set one of them'] as [string, string]]
      : []),
    ...(variables.REDIS_CLUSTER_NODES && hasDatabase
      ? [['REDIS_URL', 'names a database, and a Redis Cluster has only database 0'] as [string, string]]
      : []),
  ];
}

/** The settings of Kafka; undefined without brokers. */
export function kafkaSettings(variables: Variables): KafkaSettings | undefined {
  const { KAFKA_BROKERS: brokers } = variables;
  return brokers && { brokers, tls: tlsOf(variables, 'KAFKA'), sasl: saslOf(variables) };
}

function saslOf(variables: Variables): SaslSettings | undefined {
  const { KAFKA_SASL_MECHANISM: mechanism } = variables;
  if (mechanism === undefined) return undefined;
  if (mechanism !== 'oauthbearer')
    return { mechanism, username: variables.KAFKA_USERNAME ?? '', password: variables.KAFKA_PASSWORD ?? '' };
  return {
    mechanism,
    tokenUrl: variables.KAFKA_OAUTH_TOKEN_URL ?? '',
    clientId: variables.KAFKA_OAUTH_CLIENT_ID ?? '',
    clientSecret: variables.KAFKA_OAUTH_CLIENT_SECRET ?? '',
    scope: variables.KAFKA_OAUTH_SCOPE,
  };
}

/** The settings of Redis; undefined without an address. */
export function redisSettings(variables: Variables): RedisSettings | undefined {
  const { REDIS_URL: url } = variables;
  if (url === undefined) return undefined;
  const sentinels = addressesOf(variables, 'REDIS_SENTINELS');
  return {
    url,
    tls: tlsOf(variables, 'REDIS'),
    sentinels: sentinels && {
      addresses: sentinels,
      master: variables.REDIS_SENTINEL_MASTER,
      password: variables.REDIS_SENTINEL_PASSWORD,
    },
    cluster: addressesOf(variables, 'REDIS_CLUSTER_NODES'),
  };
}

/** The settings of a ClickHouse server; undefined for the engine in this process. */
export const clickHouseSettings = (variables: Variables): ClickHouseSettings | undefined =>
  variables.CLICKHOUSE_URL === undefined
    ? undefined
    : { url: variables.CLICKHOUSE_URL, tls: tlsOf(variables, 'CLICKHOUSE') };
