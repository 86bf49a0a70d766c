import { describe, expect, it } from '@jest/globals';
import { Metrics, Passes, type Logger } from '@tollgate/platform';
import { foundIds, passBesidePoison } from '@tollgate/testing';
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
});
