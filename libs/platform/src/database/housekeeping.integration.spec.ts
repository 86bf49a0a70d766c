import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { databaseUrl, Sandbox } from '@tollgate/testing';
import { Config } from '../config/config.js';
import { newId } from '../ids.js';
import { Logger } from '../observability/logger.js';
import { Connections } from './connections.js';
import { Housekeeping } from './housekeeping.js';

describe('housekeeping', () => {
  const config = new Config({
    DATABASE_URL: databaseUrl(),
    ADMIN_API_KEY: 'unused here',
    INTERNAL_TOKEN: 'unused here',
    LOG_LEVEL: 'silent',
  });
  const connections = new Connections(config);
  let client: pg.Client;
  let organizationId: string;

  beforeAll(async () => {
    client = new pg.Client(databaseUrl());
    await client.connect();
    ({ organizationId } = await Sandbox.create());
  });
  afterAll(async () => {
    await client.end();
    await connections.onApplicationShutdown();
  });

  it('deletes old handled rows of all organizations, and retains recent and parked ones', async () => {
    const [old, recent, outdated, parked] = [newId(), newId(), newId(), newId()];
    for (const [id, days] of [
      [old, 31],
      [recent, 29],
    ] as const) {
      await client.query(
        `insert into catalog.inbox (message_id, organization_id, type, handled_at) values ($1, $2, 'plan.deleted', now() - make_interval(days => $3))`,
        [id, organizationId, days],
      );
    }
    for (const id of [outdated, parked]) {
      await client.query(`insert into platform.message_contents values ($1, $2, '{}', now() - interval '61 days')`, [
        id,
        organizationId,
      ]);
    }
    await client.query(
      `insert into platform.parked (id, organization_id, service, kind, key, reason, details, payload, tries)
       values ($1, $2, 'catalog', 'message', $3, 'test', '', '{}', 1)`,
      [newId(), organizationId, parked],
    );
    connections.poolOf('catalog');
    connections.poolOf('platform');
    await new Housekeeping(config, connections, new Logger(config)).run();
    const remaining = async (table: string, ids: string[]) => {
      const { rows } = await client.query(`select message_id from ${table} where message_id = any($1)`, [ids]);
      return rows.map((row: { message_id: string }) => row.message_id);
    };
    expect(await remaining('catalog.inbox', [old, recent])).toEqual([recent]);
    expect(await remaining('platform.message_contents', [outdated, parked])).toEqual([parked]);
    await client.query('delete from platform.parked where key = $1', [parked]);
  });
});
