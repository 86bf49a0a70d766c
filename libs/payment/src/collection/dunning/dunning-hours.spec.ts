import { describe, expect, it } from '@jest/globals';
import { runAt, runAfter, runUntil } from './dunning-hours.rules.js';

const at = (time: string) => Date.parse(`2024-01-01T${time}Z`);
const shown = (instant: number) => new Date(instant).toISOString().slice(11, 19);

describe('runs of dunning', () => {
  it('are at minute 45 of each hour', () => {
    expect(['00:00:00', '00:45:00', '00:45:01', '23:00:00'].map((time) => shown(runAt(at(time))))).toEqual([
      '00:45:00',
      '00:45:00',
      '01:45:00',
      '23:45:00',
    ]);
    expect(['00:44:59', '00:45:00'].map((time) => shown(runAfter(at(time))))).toEqual(['00:45:00', '01:45:00']);
    expect(['01:44:59', '01:45:00', '02:00:00'].map((time) => shown(runUntil(at(time))))).toEqual([
      '00:45:00',
      '01:45:00',
      '01:45:00',
    ]);
  });
});
