import { Controller, Header } from '@nestjs/common';
import { webhookKeyRoutes } from '@tollgate/contracts';
import { Call, type AnswerOf } from '@tollgate/platform';
import { encodePublicKey } from './signatures.js';
import { SigningKeysService } from './signing-keys.service.js';

@Controller()
export class WebhookKeysController {
  constructor(private readonly signingKeys: SigningKeysService) {}

  @Call(webhookKeyRoutes.readJson)
  async readJson(): Promise<AnswerOf<typeof webhookKeyRoutes.readJson>> {
    return { webhook: { public_key: await this.readText() } };
  }

  @Call(webhookKeyRoutes.readText)
  @Header('content-type', 'text/plain; charset=utf-8')
  async readText(): Promise<string> {
    return encodePublicKey((await this.signingKeys.keys()).publicKey);
  }
}
