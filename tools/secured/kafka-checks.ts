// The services' Kafka client against a broker with SASL_SSL.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Config, explainStartError, kafkaClient, Logger } from '@tollgate/platform';
import type { Report } from '@tollgate/harness/report';
import { type KafkaLogin, start } from '@tollgate/cluster/kafka';
import { refused, type Certificates } from './certificates.ts';

export const user = { username: 'tollgate', password: 'secret-of-kafka' };

/** A PEM file on one line, as a broker's properties take it. */
const inline = (...files: string[]): string =>
  files
    .map((file) => readFileSync(file, 'utf8').trim())
    .join('\n')
    .replaceAll('\n', ' \\\n');

export function loginOf({ ca, server }: Certificates): KafkaLogin {
  const prefix = 'listener.name.sasl_ssl';
  const scram = 'org.apache.kafka.common.security.scram.ScramLoginModule';
  const plain = 'org.apache.kafka.common.security.plain.PlainLoginModule';
  const oauth = 'org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule';
  const own = `username="${user.username}" password="${user.password}"`;
  return {
    listener: 'SASL_SSL',
    properties: `sasl.enabled.mechanisms=SCRAM-SHA-512,PLAIN,OAUTHBEARER
sasl.mechanism.inter.broker.protocol=SCRAM-SHA-512
${prefix}.scram-sha-512.sasl.jaas.config=${scram} required ${own};
${prefix}.plain.sasl.jaas.config=${plain} required ${own} user_${user.username}="${user.password}";
${prefix}.oauthbearer.sasl.jaas.config=${oauth} required unsecuredLoginStringClaim_sub="broker";
ssl.keystore.type=PEM
ssl.keystore.key=${inline(server.key)}
ssl.keystore.certificate.chain=${inline(server.cert)}
ssl.truststore.type=PEM
ssl.truststore.certificates=${inline(ca)}
ssl.client.auth=requested
`,
    format: ['--add-scram', `SCRAM-SHA-512=[name=${user.username},password=${user.password}]`],
    client: {
      ssl: { ca: readFileSync(ca) },
      sasl: { mechanism: 'scram-sha-512', ...user },
    },
  };
}

/** Reaches a broker with an environment of a service. */
async function listTopics(env: Record<string, string>): Promise<void> {
  const config = new Config({ ...env, LOG_LEVEL: 'silent' });
  if (!config.kafka) throw new Error('no brokers');
  const admin = kafkaClient(config.kafka, 'secured', new Logger(config)).admin({ retry: { retries: 0 } });
  try {
    await admin.connect();
    await admin.listTopics();
  } catch (error) {
    throw new Error(explainStartError(error), { cause: error });
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}

/** A token that the broker takes, because it checks no signature (RFC 7519, section 6). */
function unsecuredToken(): string {
  const now = Math.floor(Date.now() / 1000);
  const parts = [{ alg: 'none' }, { sub: user.username, iat: now, exp: now + 60, scope: 'kafka' }];
  return `${parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`;
}

/** An address of tokens; it gives one to the right client only. */
async function withTokenServer(work: (url: string) => Promise<void>): Promise<void> {
  const rightClient = `Basic ${Buffer.from('me:secret').toString('base64')}`;
  const server = createServer((request, response) => {
    if (request.headers.authorization !== rightClient) response.writeHead(401).end('{"error":"invalid_client"}');
    else response.writeHead(200).end(JSON.stringify({ access_token: unsecuredToken(), expires_in: 60 }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/token`);
  } finally {
    server.close();
  }
}

export async function checkKafka(report: Report, dir: string, certificates: Certificates): Promise<void> {
  const { ca, client, otherCa } = certificates;
  const broker = await start({ dir: join(dir, 'kafka') }, loginOf(certificates));
  const tls = { ...broker.env, KAFKA_TLS: 'true', KAFKA_CA_FILE: ca };
  const login = { KAFKA_USERNAME: user.username, KAFKA_PASSWORD: user.password };
  try {
    for (const mechanism of ['scram-sha-512', 'plain'])
      await report.attempt(`kafka: ${mechanism} over TLS`, () =>
        listTopics({ ...tls, ...login, KAFKA_SASL_MECHANISM: mechanism }),
      );
    const scram = { ...tls, ...login, KAFKA_SASL_MECHANISM: 'scram-sha-512' };
    await report.attempt('kafka: a client certificate', () =>
      listTopics({ ...scram, KAFKA_CERT_FILE: client.cert, KAFKA_KEY_FILE: client.key }),
    );
    await report.attempt('kafka: a wrong password is refused', () =>
      refused(/refuses the login/, () => listTopics({ ...scram, KAFKA_PASSWORD: 'another' })),
    );
    await report.attempt('kafka: a certificate of another authority is refused', () =>
      refused(/no authority that this process knows/, () => listTopics({ ...scram, KAFKA_CA_FILE: otherCa })),
    );
    await report.attempt('kafka: without encryption there is no answer', () =>
      refused(/./, () => listTopics({ ...broker.env, ...login, KAFKA_SASL_MECHANISM: 'scram-sha-512' })),
    );
    await withTokenServer(async (url) => {
      const oauth = {
        ...tls,
        KAFKA_SASL_MECHANISM: 'oauthbearer',
        KAFKA_OAUTH_TOKEN_URL: url,
        KAFKA_OAUTH_CLIENT_ID: 'me',
        KAFKA_OAUTH_CLIENT_SECRET: 'secret',
      };
      await report.attempt('kafka: a token by client credentials', () => listTopics(oauth));
      await report.attempt('kafka: a refused client is named', () =>
        refused(/no token for Kafka: 127.0.0.1.* answered 401/, () =>
          listTopics({ ...oauth, KAFKA_OAUTH_CLIENT_SECRET: 'another' }),
        ),
      );
    });
  } finally {
    await broker.stop();
  }
}
