import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Config, Jobs, Logger, Passes, Unavailable } from '@tollgate/platform';
import { DocumentDatabase } from '../document.database.js';
import { readDueFiles, setFileDue, type DueFile } from '../issued-documents/drawn-files.repository.js';
import { DrawnFiles } from '../drawn-files/drawn-files.service.js';

const mostAtOnce = 500;
/** A failed drawing is due again after this time, so that it delays no other. */
const hourMs = 3_600_000;
/** A file that the store did not take is due again after this time, behind the others. */
const minuteMs = 60_000;

/**
 * Draws files before their first request: an upgrade must not change how an issued document looks. It uses a small
 * part of one thread, so that requests come first.
 */
@Injectable()
export class DueFiles implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly stopped = new AbortController();

  constructor(
    private readonly database: DocumentDatabase,
    private readonly files: DrawnFiles,
    private readonly jobs: Jobs,
    private readonly passes: Passes,
    private readonly logger: Logger,
    private readonly config: Config,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.reconcileEvery('document-file-sweep', () => this.drawAll());
  }

  /** Ends the run, so that a stop of the process does not wait for its pauses. */
  onModuleDestroy(): void {
    this.stopped.abort();
  }

  private async drawAll(): Promise<void> {
    const end = performance.now() + this.config.reconcileMs;
    const pausePerMs = 100 / this.config.fileDrawingPercent - 1;
    let isStoreUnavailable = false;
    await this.passes.each(
      {
        name: 'document-file-sweep',
        failure: 'a file could not be drawn; it stays due',
        about: ({ organization_id, id }) => ({ organization_id, document: id }),
      },
      await this.database.everyTenant((transaction) => readDueFiles(transaction, mostAtOnce)),
      async (due) => {
        const begun = performance.now();
        // Without its store, a round draws in vain. The next one begins with another file.
        if (isStoreUnavailable || begun > end || this.stopped.signal.aborted) return;
        isStoreUnavailable = (await this.draw(due)) === 'unavailable';
        await this.pause((performance.now() - begun) * pausePerMs);
      },
    );
  }

  private async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.stopped.signal }).catch(() => undefined);
  }

  private async draw({ organization_id: organizationId, id }: DueFile): Promise<'drawn' | 'failed' | 'unavailable'> {
    try {
      await this.files.fileOf(organizationId, id, { patient: true, state: 'issued' });
      return 'drawn';
    } catch (error) {
      this.logger.error('a file could not be drawn', {
        organization_id: organizationId,
        document: id,
        error: String(error),
      });
      const outcome = error instanceof Unavailable ? 'unavailable' : 'failed';
      const at = new Date(Date.now() + (outcome === 'unavailable' ? minuteMs : hourMs));
      await this.database.tenant(organizationId, (transaction) => setFileDue(transaction, id, at));
      return outcome;
    }
  }
}
