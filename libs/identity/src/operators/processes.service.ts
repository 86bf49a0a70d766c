import { Injectable } from '@nestjs/common';
import { processOf, services, type OperatorProcess, type ProcessReport, type ServiceName } from '@tollgate/contracts';
import { CommandBus, Config, Logger, ProcessReports } from '@tollgate/platform';

const longestReportMs = 5_000;

/** The processes of the installation, each by its own report. Of several replicas one answers. */
@Injectable()
export class Processes {
  constructor(
    private readonly config: Config,
    private readonly commands: CommandBus,
    private readonly reports: ProcessReports,
    private readonly logger: Logger,
  ) {}

  /** This process first. One that does not answer in time is silent, and holds up no other. */
  async list(): Promise<OperatorProcess[]> {
    const elsewhere = services.filter((service) => this.config.operationsUrls[service] !== undefined);
    const here = services.filter((service) => !elsewhere.includes(service));
    return Promise.all([
      this.present(nameOf(here), here, this.reports.report()),
      ...elsewhere.map((service) =>
        this.present(processOf(service), [service], this.commands.send(service, 'process.report', {})),
      ),
    ]);
  }

  private async present(
    name: string,
    itsServices: ServiceName[],
    reporting: Promise<ProcessReport>,
  ): Promise<OperatorProcess> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => (timer = setTimeout(resolve, longestReportMs, null)));
    const report = await Promise.race([reporting, late])
      .catch((error: unknown) => {
        this.logger.warn('a process does not report', { process: name, error });
        return null;
      })
      .finally(() => clearTimeout(timer));
    if (!report) return { name, services: itsServices, status: 'silent', dependencies: {}, lags: [] };
    const { ready, dependencies, lags } = report;
    return { name, services: itsServices, status: ready ? 'ready' : 'not_ready', dependencies, lags };
  }
}

/** The process that runs these services: identity's own in a cluster. */
const nameOf = (itsServices: readonly ServiceName[]): string =>
  itsServices.length === services.length ? 'standalone' : processOf('identity');
