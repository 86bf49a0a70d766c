import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { ApiRequest } from '@tollgate/platform';

/** From where a call comes. */
export interface Origin {
  ipAddress: string;
  userAgent: string | null;
  /** Whether the call says of another address that it came from there, and that is not believed. */
  isDisbelieved?: boolean;
}

const longest = 255;

/** From where a call comes, as a session keeps it. */
export const CurrentOrigin = createParamDecorator((_: unknown, context: ExecutionContext): Origin => {
  const { ip, headers, socket } = context.switchToHttp().getRequest<ApiRequest>();
  const isDisbelieved = headers['x-forwarded-for'] !== undefined && ip === socket.remoteAddress;
  return { ipAddress: ip, userAgent: headers['user-agent']?.slice(0, longest) ?? null, isDisbelieved };
});
