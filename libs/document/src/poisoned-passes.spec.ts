import { describe, expect, it } from '@jest/globals';
import { Metrics, Passes, type Logger } from '@tollgate/platform';
import { foundIds, foundRows, passBesidePoison } from '@tollgate/testing';
import { ExportHousekeeping } from './data-exports/export-housekeeping.js';
import { ExportSchedulesDueWork } from './export-schedules/export-schedules.due-work.js';
import { DueFiles } from './files/due-files.service.js';
import { DocumentMails } from './mails/document-mails.service.js';
import { StatementsDueWork } from './statements/statements.due-work.js';

const quiet = { error: () => undefined } as unknown as Logger;
const real = () => new Map([[Passes, new Passes(quiet, new Metrics())]]);

describe('beside a poisoned organization', () => {
  it.each([
    ['document-file-sweep', DueFiles],
    ['document-mail-sweep', DocumentMails],
  ])('%s does the work of the other one', async (pass, service) => {
    const { goodCalls } = await passBesidePoison<object>(service, { pass, real: real() });
    expect(goodCalls).not.toEqual([]);
  });

  it('due statements are those of the other one', async () => {
    const run = (dueWork: StatementsDueWork) => dueWork.run(null, 'statement', 0);
    const { goodCalls } = await passBesidePoison(StatementsDueWork, { pass: run, real: real(), found: [foundIds] });
    expect(goodCalls).not.toEqual([]);
  });

  it('data-export-retention ends or queues the exports of the other one', async () => {
    const { goodCalls } = await passBesidePoison(ExportHousekeeping, {
      pass: 'data-export-retention',
      real: real(),
      found: [0, foundRows],
    });
    expect(goodCalls).toEqual(['fail']);
  });

  it('scheduled exports of the other one begin', async () => {
    const { goodCalls } = await passBesidePoison(ExportSchedulesDueWork, {
      pass: (dueWork: ExportSchedulesDueWork) => dueWork.run(null, 0),
      real: real(),
      found: [foundIds],
    });
    expect(goodCalls).toContain('runNext');
  });
});
