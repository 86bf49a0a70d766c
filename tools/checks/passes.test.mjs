import assert from 'node:assert/strict';
import { it } from 'node:test';
import { problemsOf } from './passes.mjs';

it('a pass has a test beside a poisoned organization', () => {
  const sources = [['a.ts', "await this.jobs.reconcileEvery('some-sweep', () => this.run());"]];
  assert.equal(problemsOf(sources, "['some-sweep', Some]").length, 0);
  assert.match(problemsOf(sources, '').join(), /no poisoned-passes.spec.ts of its library poisons the pass some-sweep/);
});

it('a loop over all organizations isolates them', () => {
  const loop = 'for (const { id } of await this.database.everyTenant(waiting))\n  await this.queue(id);';
  assert.match(problemsOf([['a.ts', loop]], '').join(), /use Passes.each/);
});
