import { readFileSync } from 'node:fs';
import { passwordVariable, processOf, services } from '@tollgate/contracts';

/** Variables with a secret: each may come from a file instead, named by the same variable with `_FILE`. */
const secretVariables = [
  'ADMIN_API_KEY',
  'INTERNAL_TOKEN',
  'ENCRYPTION_KEY',
  'ENCRYPTION_KEY_PREVIOUS',
  'WEBHOOK_SIGNING_KEY',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'CLICKHOUSE_URL',
  'REDIS_URL',
  'REDIS_SENTINEL_PASSWORD',
  'KAFKA_PASSWORD',
  'KAFKA_OAUTH_CLIENT_SECRET',
  'SMTP_URL',
  ...services.map((service) => passwordVariable(processOf(service))),
];

/**
 * An environment with the secrets of its files, without the white space at their ends.
 * @throws Error naming every file that cannot be read, and every secret that is set twice
 */
export function withSecretFiles(env: Record<string, string | undefined>): Record<string, string | undefined> {
  const secrets: Record<string, string> = {};
  const problems: string[] = [];
  for (const name of secretVariables) {
    const file = env[`${name}_FILE`];
    if (!file) continue;
    if (env[name]) problems.push(`${name}: it is set, and ${name}_FILE as well; set one of them`);
    else {
      try {
        secrets[name] = readFileSync(file, 'utf8').trim();
      } catch (error) {
        problems.push(`${name}_FILE: ${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'error'})`);
      }
      if (secrets[name] === '') problems.push(`${name}_FILE: ${file} is empty`);
    }
  }
  if (problems.length > 0)
    throw new Error(`Settings that cannot be used:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  return { ...env, ...secrets };
}
