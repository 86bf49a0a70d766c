import { Injectable } from '@nestjs/common';
import type { EventSourceDoor } from '@tollgate/contracts';
import { Forbidden, NotFound, Unauthorized, type Tenant } from '@tollgate/platform';
import type { EventSourceRow } from '../event-sources/event-sources.repository.js';
import { KnownSources } from '../event-sources/known-sources.js';
import { kindOf } from '../kinds/registry.js';

/** Decides whether a caller may send records to a source. */
@Injectable()
export class SourceAccess {
  constructor(private readonly known: KnownSources) {}

  /**
   * The source that takes the records of a call.
   * @throws NotFound for an unknown or deleted source, or a call that its kind does not have
   * @throws Unauthorized for a replaced secret
   * @throws Forbidden for the secret of another source, and while the source is disabled
   */
  async sourceOf(
    { organizationId, source: sender }: Tenant,
    code: string,
    door?: EventSourceDoor,
  ): Promise<EventSourceRow> {
    const source = await this.known.find(organizationId, code);
    if (!source || (door !== undefined && kindOf(source.kind).door !== door)) throw new NotFound('event_source');
    if (sender && sender.sourceId !== source.id) throw new Forbidden('secret_of_another_event_source');
    if (sender && sender.secretHash !== source.secret_hash) throw new Unauthorized();
    if (door !== undefined && !source.enabled) throw new Forbidden('event_source_disabled');
    return source;
  }
}
