// One real Kafka broker (KRaft: broker and controller in one process), started from its Maven artifacts. Maven resolves
// the jars once into the cache directory.
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import kafkajs, { type KafkaConfig } from 'kafkajs';
import { cacheDirectory, freePort, managedProcess, say } from '@tollgate/harness/process';
import { messageOf } from '@tollgate/harness/report';
import { ensureCommand, run } from '@tollgate/harness/packages';
import type { Server, ServerPlace } from './parts.ts';

export const KAFKA_VERSION = '4.1.1';

const pom = `<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>tollgate</groupId>
  <artifactId>kafka-broker</artifactId>
  <version>1</version>
  <packaging>pom</packaging>
  <dependencies>
    <dependency><groupId>org.apache.kafka</groupId><artifactId>kafka_2.13</artifactId><version>${KAFKA_VERSION}</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-simple</artifactId><version>1.7.36</version></dependency>
  </dependencies>
</project>
`;

/** The directory with the broker's jars; fetched on the first call on a machine. */
export async function install(): Promise<string> {
  const home = join(cacheDirectory(), `kafka-${KAFKA_VERSION}`);
  await ensureCommand('java', ['openjdk-17-jre-headless'], 'the Kafka broker');
  if (existsSync(home)) return home;
  await ensureCommand('mvn', ['maven'], "fetching the Kafka broker's jars");
  const partial = `${home}.${process.pid}`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  writeFileSync(join(partial, 'pom.xml'), pom);
  say(`Fetching Kafka ${KAFKA_VERSION} with Maven (once; about 45 MB) into ${home}`);
  try {
    await run('mvn', [
      '-B',
      '-q',
      '-f',
      join(partial, 'pom.xml'),
      'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies',
      '-DincludeScope=runtime',
      `-DoutputDirectory=${join(partial, 'libs')}`,
    ]);
    renameSync(partial, home);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    if (existsSync(home)) return home; // another process was faster
    throw new Error(
      `Kafka's jars could not be fetched; Maven needs access to its central repository or a mirror of it (settings.xml).\n${messageOf(error)}`,
    );
  }
  return home;
}

/** How clients log in to a broker, and what it needs for that. */
export interface KafkaLogin {
  listener: 'PLAINTEXT' | 'SASL_SSL';
  /** Further lines of its properties. */
  properties: string;
  /** Further arguments of the format of its data, such as its users. */
  format: string[];
  /** Settings of a client that may list topics. */
  client: Pick<KafkaConfig, 'ssl' | 'sasl'>;
}

const noLogin: KafkaLogin = { listener: 'PLAINTEXT', properties: '', format: [], client: {} };

function serverProperties(
  dir: string,
  { port, controllerPort }: { port: number; controllerPort: number },
  { listener, properties }: KafkaLogin,
): string {
  return `process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:${controllerPort}
listeners=${listener}://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}
advertised.listeners=${listener}://127.0.0.1:${port}
inter.broker.listener.name=${listener}
controller.listener.names=CONTROLLER
listener.security.protocol.map=${listener}:${listener},CONTROLLER:PLAINTEXT
log.dirs=${join(dir, 'data')}
# Topics are created by the migration, with the partitions that they need.
auto.create.topics.enable=false
num.partitions=3
offsets.topic.replication.factor=1
offsets.topic.num.partitions=5
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
transaction.state.log.num.partitions=5
share.coordinator.state.topic.replication.factor=1
share.coordinator.state.topic.min.isr=1
group.initial.rebalance.delay.ms=0
group.min.session.timeout.ms=2000
# A broker that was killed may register again once its old session has run out; 9 s by default.
broker.session.timeout.ms=2000
broker.heartbeat.interval.ms=500
${properties}`;
}

/** @throws Error unless a client can connect and list the topics */
async function listTopics(broker: string, login: KafkaLogin['client']): Promise<string[]> {
  const kafka = new kafkajs.Kafka({
    ...login,
    clientId: 'cluster',
    brokers: [broker],
    logLevel: kafkajs.logLevel.NOTHING,
    connectionTimeout: 2000,
    retry: { retries: 0 },
  });
  const admin = kafka.admin();
  try {
    await admin.connect();
    return await admin.listTopics();
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}

/** Starts a broker with its data under `dir`. It can be killed and restarted on the same data. */
export async function start(
  { dir, log = join(dir, 'kafka.log') }: ServerPlace,
  login: KafkaLogin = noLogin,
): Promise<Server<'KAFKA_BROKERS'>> {
  const home = await install();
  const brokerPort = await freePort();
  const broker = `127.0.0.1:${brokerPort}`;
  const config = join(dir, 'server.properties');
  const java = (heap: string, main: string, ...args: string[]) => [
    `-Xmx${heap}`,
    '-XX:+UseSerialGC',
    '-XX:TieredStopAtLevel=1',
    '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn',
    '-Dorg.slf4j.simpleLogger.showDateTime=true',
    '-Dorg.slf4j.simpleLogger.dateTimeFormat=HH:mm:ss.SSS',
    '-cp',
    join(home, 'libs', '*'),
    main,
    ...args,
  ];

  mkdirSync(dir, { recursive: true });
  writeFileSync(config, serverProperties(dir, { port: brokerPort, controllerPort: await freePort() }, login));
  if (!existsSync(join(dir, 'data', 'meta.properties'))) {
    await run(
      'java',
      java(
        '128m',
        'kafka.tools.StorageTool',
        'format',
        '--cluster-id',
        'dG9sbGdhdGUtY2x1c3Rlcg',
        '--config',
        config,
        ...login.format,
      ),
    );
  }
  const server = managedProcess({
    name: 'kafka',
    command: 'java',
    args: java('512m', 'kafka.Kafka', config),
    log,
    ready: () => listTopics(broker, login.client),
    readyMs: 90_000,
    graceMs: 30_000,
  });
  await server.start();
  return Object.assign(server, { env: { KAFKA_BROKERS: broker }, url: broker });
}
