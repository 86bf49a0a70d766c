import { describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { EventIntake } from './event-intake.js';

const hanging = () => new Promise<never>(() => undefined);
const taken = (intake: EventIntake) => {
  try {
    intake.refuseBeyondBounds();
    return true;
  } catch {
    return false;
  }
};

describe('the intake of events', () => {
  it('admits at most the configured number of waiting calls', async () => {
    const intake = new EventIntake({ calls: 2, waitMs: 1000 });
    let end: () => void = () => undefined;
    const first = intake.take(() => new Promise<void>((resolve) => (end = resolve)));
    void intake.take(hanging);
    await expect(intake.take(hanging)).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
    end();
    await first;
    expect(taken(intake)).toBe(true);
  });

  it('refuses calls while many answers are late, but always admits a few', async () => {
    const intake = new EventIntake({ calls: 1000, waitMs: 10 });
    await Promise.all(Array.from({ length: 63 }, () => intake.take(() => sleep(50))));
    expect(taken(intake)).toBe(true);
    for (let call = 0; call < 64; call++) void intake.take(hanging);
    expect(taken(intake)).toBe(false);
  });

  it('ignores hanging calls while other calls are quick', async () => {
    const intake = new EventIntake({ calls: 1000, waitMs: 10 });
    for (let call = 0; call < 100; call++) void intake.take(hanging);
    await sleep(30);
    expect(taken(intake)).toBe(true);
  });
});
