import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { CommandAnswer, CommandRequest } from '@tollgate/contracts';
import type { Database } from '../database/database.js';
import { NotAllowed, NotFound, Unavailable, ValidationFailed } from '../errors/api-errors.js';
import { newId } from '../ids.js';
import type { Logger } from '../observability/logger.js';
import { currentContext } from '../observability/request-context.js';
import { serveBulkActs, type BulkActPerformer, type BulkActPerformers } from './bulk-acts.js';
import type { CommandBus } from './command-bus.js';

type Perform = (request: CommandRequest<'bulk_act.perform'>) => Promise<CommandAnswer<'bulk_act.perform'>>;

const organizationId = newId();
const bulkActId = newId();
const actor = { source: 'api', api_key_id: newId(), user_id: null, user_email: null } as const;

/** The keys under which an act was done. */
let keys: Set<string>;
let performed: string[];

/** A service whose only act is this one. */
function served(performer: BulkActPerformer<'invoices.send'>): Perform {
  let perform: Perform | undefined;
  const commands = { handle: (_service: string, _name: string, handler: Perform) => (perform = handler) };
  const database = {
    doneUnder: (_id: string, some: string[]) => Promise.resolve(new Set(some.filter((key) => keys.has(key)))),
  };
  const logger = { warn: () => undefined };
  const performers: BulkActPerformers<'document'> = { 'invoices.send': performer };
  serveBulkActs(
    {
      commands: commands as unknown as CommandBus,
      database: database as unknown as Database,
      logger: logger as unknown as Logger,
    },
    'document',
    performers,
  );
  return perform as unknown as Perform;
}

const request = (records: { id: string; customer_id: string }[]): CommandRequest<'bulk_act.perform'> => ({
  organization_id: organizationId,
  act: 'invoices.send',
  arguments: {},
  bulk_act_id: bulkActId,
  records,
  actor,
});

const record = (customer = newId()) => ({ id: newId(), customer_id: customer });

/** Does the act as a service does: its key is stored with it. */
const doOnce: BulkActPerformer<'invoices.send'>['perform'] = ({ id, once }) => {
  if (keys.has(once.key)) return Promise.reject(new ValidationFailed({ idempotency_key: ['value_already_exist'] }));
  keys.add(once.key);
  performed.push(id);
  return Promise.resolve();
};

beforeEach(() => {
  keys = new Set();
  performed = [];
});

describe('acts on many records', () => {
  it('happen once for each record, however often and concurrently the command comes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(3), { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 1, max: 4 }),
        async (customers, times) => {
          keys = new Set();
          performed = [];
          const names = [newId(), newId(), newId(), newId()];
          const records = customers.map((place) => record(names[place]));
          const perform = served({ perform: doOnce });
          const answers = await Promise.all(Array.from({ length: times }, () => perform(request(records))));
          answers.push(await perform(request(records)));
          expect([...performed].sort()).toEqual(records.map(({ id }) => id).sort());
          for (const { results } of answers)
            expect(new Map(results.map(({ id, outcome }) => [id, outcome]))).toEqual(
              new Map(records.map(({ id }) => [id, 'done'])),
            );
        },
      ),
      { numRuns: 30 },
    );
  });

  it('follow one another for the records of a customer', async () => {
    const customer = newId();
    const records = [record(customer), record(customer), record(customer)];
    await served({ perform: doOnce })(request(records));
    expect(performed).toEqual(records.map(({ id }) => id));
  });

  it('end for a refused record alone, with the code of its call', async () => {
    const [refused, invalid, done] = [record(), record(), record()];
    const { results } = await served({
      perform: (on) => {
        if (on.id === refused.id) return Promise.reject(new NotAllowed('not_voidable'));
        if (on.id === invalid.id) return Promise.reject(new ValidationFailed({ key: ['value_is_too_long'] }));
        return doOnce(on);
      },
    })(request([refused, invalid, done]));
    const byId = new Map(results.map((one) => [one.id, one]));
    expect(byId.get(refused.id)).toMatchObject({ outcome: 'refused', error_code: 'not_voidable', error_details: null });
    expect(byId.get(invalid.id)).toMatchObject({ outcome: 'refused', error_details: { key: ['value_is_too_long'] } });
    expect(byId.get(done.id)).toMatchObject({ outcome: 'done', error_code: null });
  });

  it('wait for what passes, and for what nobody expects', async () => {
    const records = [record(), record()];
    const { results } = await served({
      perform: ({ id }) => Promise.reject(id === records[0]?.id ? new Unavailable('away') : new Error('broken')),
    })(request(records));
    expect(results.map(({ outcome }) => outcome)).toEqual(['later', 'later']);
  });

  it('skip what is already so, but count what this act did', async () => {
    const [before, own, fresh] = [record(), record(), record()];
    keys.add(`bulk_act.perform/${bulkActId}/${own.id}`);
    const { results } = await served({
      alreadySo: () => Promise.resolve(new Set([before.id, own.id])),
      perform: doOnce,
    })(request([before, own, fresh]));
    expect(new Map(results.map(({ id, outcome }) => [id, outcome]))).toEqual(
      new Map([
        [before.id, 'skipped'],
        [own.id, 'done'],
        [fresh.id, 'done'],
      ]),
    );
    expect(performed).toEqual([fresh.id]);
  });

  it('count an act as done that another process finished while this one was refused', async () => {
    const one = record();
    const { results } = await served({
      perform: ({ once }) => {
        keys.add(once.key);
        return Promise.reject(new NotFound('invoice'));
      },
    })(request([one]));
    expect(results).toMatchObject([{ id: one.id, outcome: 'done' }]);
  });

  it('happen on behalf of the caller of the job', async () => {
    let seen: unknown;
    await served({
      perform: () => {
        seen = currentContext()?.actor;
        return Promise.resolve();
      },
    })(request([record()]));
    expect(seen).toEqual(actor);
  });
});
