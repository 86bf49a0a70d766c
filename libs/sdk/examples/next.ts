// Next: a route handler, such as app/api/reports/route.ts. It sends events after its answer, because a function that runs on
// demand may stop then.
import { after } from 'next/server';
import { Tollgate } from '@tollgate/sdk';

const tollgate = new Tollgate({
  apiKey: process.env['TOLLGATE_KEY'] ?? '',
  baseUrl: process.env['TOLLGATE_URL'] ?? 'https://billing.example.com',
});

export async function POST(request: Request): Promise<Response> {
  const { subscription, pages } = (await request.json()) as { subscription: string; pages: number };
  tollgate.events.add({ code: 'pages', external_subscription_id: subscription, properties: { pages } });
  after(() => tollgate.events.flush());
  return Response.json({ pages });
}
