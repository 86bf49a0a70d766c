import { describe, expect, it } from '@jest/globals';
import { claimSize } from '../../model/taxes/tax-requests.repository.js';
import { sendClaimed } from './claimed-requests.js';

/** Sends the numbers from 1 to a count, claimed in order. @param fails whether a number cannot be sent */
async function sendAll(count: number, fails = (_: number) => false) {
  const [sent, faults]: [number[], number[]] = [[], []];
  let claims = 0;
  await sendClaimed<number>({
    claim: () => {
      const first = claims * claimSize + 1;
      claims += 1;
      return Promise.resolve(
        Array.from({ length: Math.max(0, Math.min(claimSize, count - first + 1)) }, (_, place) => first + place),
      );
    },
    send: (number) => {
      if (fails(number)) return Promise.reject(new Error('no'));
      sent.push(number);
      return Promise.resolve();
    },
    onFault: (number) => faults.push(number),
  });
  return { sent, faults, claims };
}

describe('due requests to an engine', () => {
  it('are claimed again until a round is not full', async () => {
    expect(await sendAll(0)).toMatchObject({ sent: [], claims: 1 });
    expect(await sendAll(claimSize - 1)).toMatchObject({ claims: 1 });
    expect((await sendAll(claimSize + 1)).sent).toHaveLength(claimSize + 1);
  });

  it('do not block each other', async () => {
    const { sent, faults } = await sendAll(3, (number) => number === 2);
    expect([sent, faults]).toEqual([[1, 3], [2]]);
  });

  it('end after twenty rounds, and the rest stays due', async () => {
    const { sent, claims } = await sendAll(claimSize * 30);
    expect([sent.length, claims]).toEqual([claimSize * 20, 20]);
  });
});
