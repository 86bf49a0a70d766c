import { Redis, type RedisOptions } from 'ioredis';
import type { RedisSettings } from '../config/store-settings.js';

/**
 * Opens a connection to Redis: to the server of the address, or to the one that sentinels name as the current master.
 * @param options of this use, such as deadlines and scripts
 */
export function redisClient({ url, tls, sentinels }: RedisSettings, options: RedisOptions): Redis {
  const encrypted = tls ? { tls } : {};
  if (!sentinels) return new Redis(url, { ...options, ...encrypted });
  const { username, password, pathname } = new URL(url);
  return new Redis({
    ...options,
    ...encrypted,
    ...(tls ? { sentinelTLS: tls, enableTLSForSentinelMode: true } : {}),
    sentinels: sentinels.addresses,
    name: sentinels.master,
    ...(sentinels.password ? { sentinelPassword: sentinels.password } : {}),
    ...(username ? { username: decodeURIComponent(username) } : {}),
    ...(password ? { password: decodeURIComponent(password) } : {}),
    db: Number(pathname.slice(1)) || 0,
  });
}
