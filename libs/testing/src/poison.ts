type Class<T> = new (...dependencies: never[]) => T;
type Handler = (payload?: unknown) => Promise<unknown>;
type Metadata = { getMetadata(key: string, target: object): object[] | undefined };

/** The organization whose every call fails, and the one beside it. */
export const poisonedId = '0190c0de-0000-7000-8000-00000000bad0';
export const goodId = '0190c0de-0000-7000-8000-0000000000c0';

/** A row of an organization: every other field is derived from its id. */
const rowOf = (organizationId: string): object =>
  new Proxy(
    {},
    {
      get: (_, field) => {
        if (typeof field !== 'string' || field === 'then' || field === 'toJSON') return undefined;
        return field.endsWith('_at') ? new Date(0) : organizationId;
      },
      ownKeys: () => ['organization_id'],
      getOwnPropertyDescriptor: () => ({ value: organizationId, enumerable: true, configurable: true }),
    },
  );

/** The result of a search over all organizations: the poisoned one comes first. */
export const foundRows = [poisonedId, goodId].map(rowOf);
export const foundIds = [poisonedId, goodId];

const unpoisoned = new Set(['error', 'warn', 'info', 'debug']);

/** The outcome of a pass beside a poisoned organization. */
export interface Passed {
  /** The calls that the pass made for the good organization. */
  goodCalls: string[];
}

interface Plan<T> {
  /** Answers of searches over all organizations, in order; the last one is repeated. */
  found?: unknown[];
  /** The name of a job whose handler is the pass, or the call that runs it. */
  pass: string | ((service: T) => Promise<unknown>);
  /** Real dependencies, by their class. */
  real: Map<unknown, unknown>;
}

/**
 * Runs a pass of a service on doubles of its dependencies. Every call of a double that names the poisoned organization
 * fails.
 * @throws what the pass throws
 */
export async function passBesidePoison<T>(
  service: Class<T>,
  { found = [foundRows], pass, real }: Plan<T>,
): Promise<Passed> {
  const handlers = new Map<string, Handler>();
  const goodCalls: string[] = [];
  const answers = [...found];
  const answer = (name: string, args: unknown[]): unknown => {
    if (name === 'everyTenant') return Promise.resolve(answers.length > 1 ? answers.shift() : answers[0]);
    if (name === 'tryLock') return Promise.resolve({ release: () => undefined });
    if (unpoisoned.has(name)) return undefined;
    const [job, handler] = args;
    if ((name === 'work' || name === 'reconcileEvery') && typeof handler === 'function') {
      handlers.set(String(job), handler as Handler);
      return Promise.resolve();
    }
    const about = JSON.stringify(args);
    if (about.includes(poisonedId)) {
      const failure = Promise.reject(new Error(`${name} is poisoned`));
      // A call that its caller does not await, such as a look-up in memory, fails by its missing answer.
      failure.catch(() => undefined);
      return failure;
    }
    if (about.includes(goodId)) goodCalls.push(name);
    return Promise.resolve([]);
  };
  const double = (name: string): object =>
    new Proxy(() => undefined, {
      get: (_, member) => {
        // In arithmetic it is no number, so that no limit ends the pass.
        if (member === Symbol.toPrimitive) return () => NaN;
        return typeof member === 'string' && member !== 'then' ? double(member) : undefined;
      },
      apply: (_, __, args: unknown[]) => answer(name, args),
    });
  const types = (Reflect as unknown as Metadata).getMetadata('design:paramtypes', service) ?? [];
  const subject = new service(...(types.map((type) => real.get(type) ?? double('double')) as never[]));
  await (subject as { onApplicationBootstrap?: () => Promise<void> }).onApplicationBootstrap?.();
  const run = typeof pass === 'string' ? handlers.get(pass) : () => pass(subject);
  if (!run) throw new Error(`${service.name} has no pass ${String(pass)}`);
  await run();
  return { goodCalls };
}
