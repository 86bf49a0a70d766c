// Acts on an invoice while its payment is under way.
import { credit, price } from '../../seller.ts';
import type { Scene } from './scene.ts';

/** An act on an invoice, and what the invoice owes afterwards, in cents. */
export interface Meanwhile {
  name: string;
  due: number;
  act(scene: Scene, id: string): Promise<unknown>;
}

const part = 400;
const credited = 300;
const refunded = 100;

const payByHand = (scene: Scene, id: string, amount: number): Promise<unknown> =>
  scene.api.ok('POST', '/api/v1/payments', { payment: { invoice_id: id, amount_cents: amount, reference: 'by hand' } });

export const meanwhiles: readonly Meanwhile[] = [
  { name: 'nothing', due: price, act: () => Promise.resolve() },
  { name: 'a part by hand', due: price - part, act: (scene, id) => payByHand(scene, id, part) },
  {
    name: 'an offset note',
    due: price - credited,
    act: (scene, id) => credit(scene.api, id, credited, { offset_amount_cents: credited }),
  },
  {
    name: 'a note of credit',
    due: price,
    act: (scene, id) => credit(scene.api, id, credited, { credit_amount_cents: credited }),
  },
  {
    name: 'a refund of a part by hand',
    due: price - part,
    async act(scene, id) {
      await payByHand(scene, id, part);
      await credit(scene.api, id, refunded, { refund_amount_cents: refunded });
    },
  },
  { name: 'a void', due: 0, act: (scene, id) => scene.api.ok('POST', `/api/v1/invoices/${id}/void`) },
  { name: 'another payment', due: 0, act: (scene, id) => payByHand(scene, id, price) },
];
