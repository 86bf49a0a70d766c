import { Cluster, Redis, type RedisOptions } from 'ioredis';
import type { RedisSettings } from '../config/store-settings.js';

/** A connection to one server, or connections to the nodes of a Redis Cluster. */
export type RedisClient = Redis | Cluster;
type UseOptions = Omit<RedisOptions, 'replyMapping'>;

/**
 * Opens a connection to the Redis server of the address. With sentinels it is the one that they name as the current
 * master, with a cluster all of its nodes.
 * @param options of this use, such as deadlines and scripts
 */
export function redisClient({ url, tls, sentinels, cluster }: RedisSettings, options: UseOptions): RedisClient {
  const encrypted = tls ? { tls } : {};
  if (!sentinels && !cluster) return new Redis(url, { ...options, ...encrypted });
  const { username, password, pathname } = new URL(url);
  const settings: UseOptions = {
    ...options,
    ...encrypted,
    ...(username ? { username: decodeURIComponent(username) } : {}),
    ...(password ? { password: decodeURIComponent(password) } : {}),
  };
  if (cluster) return clusterClient(cluster, settings);
  return new Redis({
    ...settings,
    ...(tls ? { sentinelTLS: tls, enableTLSForSentinelMode: true } : {}),
    sentinels: sentinels?.addresses ?? [],
    name: sentinels?.master ?? '',
    ...(sentinels?.password ? { sentinelPassword: sentinels.password } : {}),
    db: Number(pathname.slice(1)) || 0,
  });
}

/** The longest wait for an answer of a cluster where a use states none. */
const longestAnswerMs = 10_000;

/** A cluster whose commands end in time, also while none of its nodes can be reached. */
class BoundedCluster extends Cluster {
  /** Null: commands wait until a node answers. */
  longestMs: number | null = null;
  private lastError: Error | undefined;

  override sendCommand(...[command, ...rest]: Parameters<Cluster['sendCommand']>): unknown {
    if (this.longestMs !== null) {
      const timer = setTimeout(() => command.reject(this.unanswered()), this.longestMs);
      const stop = () => clearTimeout(timer);
      command.promise.then(stop, stop);
    }
    return super.sendCommand(command, ...rest);
  }

  rememberErrors(): this {
    return this.on('node error', (error: Error) => (this.lastError = error));
  }

  private unanswered(): Error {
    const reason = this.lastError ? `: ${this.lastError.message}` : '';
    return new Error(`the Redis Cluster does not answer${reason}`, { cause: this.lastError });
  }
}

function clusterClient(nodes: NonNullable<RedisSettings['cluster']>, options: UseOptions): Cluster {
  const { enableOfflineQueue = true, enableAutoPipelining = false, lazyConnect = false, scripts, ...others } = options;
  const { commandTimeout = longestAnswerMs, ...redisOptions } = others;
  const cluster = new BoundedCluster(nodes, {
    enableOfflineQueue,
    enableAutoPipelining,
    lazyConnect,
    ...(scripts ? { scripts } : {}),
    // A certificate is for a name, so the client must not look up the address first.
    ...(redisOptions.tls ? { dnsLookup: (host, found) => found(null, host) } : {}),
    redisOptions,
  });
  cluster.longestMs = options.maxRetriesPerRequest === null ? null : commandTimeout;
  return cluster.rememberErrors();
}

/**
 * A prefix of keys that one command or script may name together. A Redis Cluster has them on one node if the prefix is
 * in braces.
 */
export const keyPrefix = ({ cluster }: RedisSettings, prefix: string): string => (cluster ? `{${prefix}}` : prefix);
