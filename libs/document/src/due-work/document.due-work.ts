import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { DueInstant, DuePhase } from '@tollgate/contracts';
import { DueWorkRegistry, Metrics, type DueWork, type Instant } from '@tollgate/platform';
import { ExportSchedulesDueWork } from '../export-schedules/export-schedules.due-work.js';
import { StatementsDueWork } from '../statements/statements.due-work.js';

/** Does the due work of documents: statements of customers, and scheduled exports. */
@Injectable()
export class DocumentDueWork implements DueWork, OnModuleInit {
  constructor(
    private readonly registry: DueWorkRegistry,
    private readonly statements: StatementsDueWork,
    private readonly exports: ExportSchedulesDueWork,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit(): void {
    this.registry.offer('document', this);
    this.metrics.onScrape(async () => {
      const now = Date.now();
      this.metrics.recordDueWork('document', 'export', await this.exports.oldest(new Date(now)), now);
    });
  }

  async next(organizationId: string): Promise<DueInstant[]> {
    const at = await this.exports.next(organizationId);
    const statements = await this.statements.next(organizationId);
    return [...statements, ...(at === null ? [] : [{ phase: 'export' as const, at: at.getTime() }])];
  }

  async run(organizationId: string | null, phase: DuePhase, until: Instant): Promise<number> {
    if (phase === 'export') return this.exports.run(organizationId, until);
    return this.statements.run(organizationId, phase, until);
  }
}
