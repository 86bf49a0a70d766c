// Sends usage while its service is killed: node usage.ts ADDRESS KEY SUBSCRIPTION. Each line of the input is a number of events,
// which it adds within a second. At the end of the input it closes the buffer, and prints what became of the events.
import { createInterface } from 'node:readline';
import { Tollgate } from '@tollgate/sdk';

const [, , baseUrl = '', apiKey = '', subscription = ''] = process.argv;
const report = { added: 0, refused: 0, dropped: 0, left: 0 };
const { events } = new Tollgate({
  apiKey,
  baseUrl,
  attemptMs: 10_000,
  events: { waitMs: 50, onRefused: () => void report.refused++, onDrop: () => void report.dropped++ },
});

const tokens = 3;
const spreadMs = 1_000;
const stepMs = 20;
const longestCloseMs = 120_000;

async function add(count: number): Promise<void> {
  const steps = spreadMs / stepMs;
  for (let step = 1; step <= steps; step++) {
    const ofStep = Math.floor((count * step) / steps) - Math.floor((count * (step - 1)) / steps);
    for (let place = 0; place < ofStep; place++)
      if (events.add({ code: 'tokens', external_subscription_id: subscription, properties: { tokens } }))
        report.added++;
    await new Promise((resolve) => setTimeout(resolve, stepMs));
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  await add(Number(line));
  console.log('added');
}
await events.close({ withinMs: longestCloseMs });
report.left = events.size;
console.log(JSON.stringify(report));
