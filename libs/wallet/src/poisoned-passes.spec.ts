import { describe, expect, it } from '@jest/globals';
import { Metrics, Passes, type Logger } from '@tollgate/platform';
import { foundIds, passBesidePoison } from '@tollgate/testing';
import { Reservations } from './credits/reservations/reservations.service.js';
import { WalletDueWork } from './due-work/wallet.due-work.js';

const quiet = { error: () => undefined } as unknown as Logger;
const real = () => new Map([[Passes, new Passes(quiet, new Metrics())]]);

describe('beside a poisoned organization', () => {
  it('wallet-sweep does the work of the other one', async () => {
    const pass = (reservations: Reservations) => reservations.releaseOld();
    const { goodCalls } = await passBesidePoison(Reservations, { pass, real: real() });
    expect(goodCalls).not.toEqual([]);
  });

  it('the due work of wallets of the other one is done', async () => {
    const pass = (dueWork: WalletDueWork) => dueWork.run(null, 'wallet', 0);
    const { goodCalls } = await passBesidePoison(WalletDueWork, { pass, real: real(), found: [foundIds] });
    expect(goodCalls).not.toEqual([]);
  });
});
