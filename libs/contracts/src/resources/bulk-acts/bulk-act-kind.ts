import { body, type Body } from '../../http/body.js';
import type { Route } from '../../http/route.js';
import type { ServiceName } from '../../services.js';
import type { ExportKind } from '../exported/export-kind.js';
import type { ExportKindName } from '../exported/kinds.js';

/**
 * An act that a job makes on many records: the only place that knows its name. The service that owns its call acts on
 * the records (`serveBulkActs` of the platform). All else follows from the declaration: the filters of a call, the rights
 * that it needs, and its arguments.
 */
export interface BulkActKind<
  Name extends string = string,
  B extends Body = Body,
  Service extends ServiceName = ServiceName,
> {
  name: Name;
  /** The service that performs it: the owner of its call. */
  service: Service;
  /** Its effect on a record, in one sentence. */
  text: string;
  /** The records that it acts on: the filters of their list select them. */
  records: ExportKind<ExportKindName>;
  /** Parameters with which the list hides none of its records; absent: it never does. */
  unfiltered?: Readonly<Record<string, readonly string[]>>;
  /** The call that it makes of each record: who may make that call may request the act. */
  call: Route;
  /** The arguments, equal for all records. */
  arguments: B;
}

/** Declares an act. */
export const bulkActKind = <const Name extends string, B extends Body, const Service extends ServiceName>(
  kind: BulkActKind<Name, B, Service>,
): BulkActKind<Name, B, Service> => kind;

/** The arguments of an act that takes none. */
export const noArguments = body({});
