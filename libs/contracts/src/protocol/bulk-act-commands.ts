import { z } from 'zod';
import { bulkActNames } from '../resources/bulk-acts/kinds.js';
import { exportKindNames } from '../resources/exported/kinds.js';
import type { CommandContract } from './command-contract.js';

/** The caller in whose name a service works. */
export const ActorOfCommand = z.object({
  source: z.enum(['api', 'front', 'portal']),
  api_key_id: z.uuid().nullable(),
  user_id: z.uuid().nullable(),
  user_email: z.string().nullable(),
});

/** A record that an act is on. */
export const SelectedRecord = z.object({
  id: z.uuid(),
  /** The acts on records of one customer run one after another, in the order of the selection. */
  customer_id: z.uuid(),
  /** Its number or external identifier. */
  name: z.string().nullable(),
});
export type SelectedRecord = z.infer<typeof SelectedRecord>;

/** The result of one record: `later` for a reason that passes. */
export const PerformedAct = z.object({
  id: z.uuid(),
  outcome: z.enum(['done', 'skipped', 'refused', 'later']),
  error_code: z.string().nullable(),
  error_details: z.record(z.string(), z.unknown()).nullable(),
});
export type PerformedAct = z.infer<typeof PerformedAct>;

/** The most records of a command that acts on them, and of one that selects them. */
export const mostActedOn = 20;
export const mostSelected = 20_000;

/** Commands of acts on many records, by the services that own records and acts. */
export const bulkActCommands = {
  /** Selects records by the filters of their list, oldest first, each once. */
  'records.select': {
    owner: 'every',
    request: z.object({
      organization_id: z.uuid(),
      resource_type: z.enum(exportKindNames),
      /** The raw filters, already validated. */
      filters: z.record(z.string(), z.unknown()),
      /** The end of the previous page; null for the first. */
      after: z.string().max(16_384).nullable(),
      /** Unix milliseconds; later records are left out. */
      until: z.int(),
      limit: z.int().positive().max(mostSelected),
    }),
    answer: z.object({
      records: z.array(SelectedRecord),
      /** Null at the end. */
      next: z.string().nullable(),
      /** On the first page, the number of all records. */
      total: z.int().nullable(),
    }),
  },
  /** Acts on records, on each once under the keys of the command, as the call of the act does. */
  'bulk_act.perform': {
    owner: 'every',
    changes: true,
    request: z.object({
      organization_id: z.uuid(),
      act: z.enum(bulkActNames),
      /** As the act declares them, already validated. */
      arguments: z.record(z.string(), z.unknown()),
      /** A record is acted on once under this key. */
      bulk_act_id: z.uuid(),
      records: z.array(SelectedRecord.omit({ name: true })).max(mostActedOn),
      /** On whose behalf. */
      actor: ActorOfCommand,
    }),
    answer: z.object({ results: z.array(PerformedAct) }),
  },
} as const satisfies Record<string, CommandContract>;
