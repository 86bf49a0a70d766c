import { Kafka, logLevel, type ISocketFactory, type Mechanism, type RetryOptions, type SASLOptions } from 'kafkajs';
import type { KafkaSettings, SaslSettings } from '../config/store-settings.js';
import type { Logger } from '../observability/logger.js';
import { boundedScram } from './bounded-scram.js';
import { OAuthTokens } from './oauth-tokens.js';

/** The client logs in again so long before a broker ends its session. */
const renewedBeforeMs = 30_000;

const patient: RetryOptions = { initialRetryTime: 100, maxRetryTime: 5_000, retries: 8 };
/** A reader of topics of others reports soon that brokers do not answer, and tries again later. */
const quick: RetryOptions = { initialRetryTime: 100, maxRetryTime: 1_000, retries: 2 };

/** How a client reaches brokers that are not those of the installation. */
export interface ForeignBrokers {
  /** Opens connections, to checked addresses. */
  socketFactory: ISocketFactory;
}

/**
 * Creates a Kafka client that writes to the common log.
 * @param foreign for brokers of others, whose failures are no errors of the installation
 */
export function kafkaClient(
  { brokers, tls, sasl }: KafkaSettings,
  clientId: string,
  logger: Logger,
  foreign?: ForeignBrokers,
): Kafka {
  return new Kafka({
    ...foreign,
    brokers,
    clientId,
    ...(tls ? { ssl: tls } : {}),
    ...(sasl ? { sasl: credentials(sasl, foreign !== undefined) } : {}),
    logLevel: logLevel.WARN,
    connectionTimeout: 3_000,
    authenticationTimeout: 10_000,
    reauthenticationThreshold: renewedBeforeMs,
    requestTimeout: 30_000,
    retry: foreign ? quick : patient,
    logCreator:
      () =>
      ({ log, level }) => {
        const { message, ...rest } = log;
        const fields = { kafka: rest['error'] ?? rest['groupId'] ?? null };
        if (level === logLevel.ERROR && !foreign) logger.error(`kafka: ${message}`, fields);
        else logger.debug(`kafka: ${message}`, fields);
      },
  });
}

function credentials(sasl: SaslSettings, isForeign: boolean): SASLOptions | Mechanism {
  if (sasl.mechanism === 'oauthbearer') {
    const tokens = new OAuthTokens(sasl);
    return { mechanism: 'oauthbearer', oauthBearerProvider: async () => ({ value: await tokens.current() }) };
  }
  const { mechanism } = sasl;
  if (isForeign && mechanism !== 'plain') return boundedScram({ ...sasl, mechanism });
  const known: SASLOptions = sasl;
  return known;
}
