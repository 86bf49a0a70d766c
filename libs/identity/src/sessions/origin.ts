import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { ApiRequest } from '@tollgate/platform';

/** The origin of a call. */
export interface Origin {
  ipAddress: string;
  userAgent: string | null;
  /** Whether the call claims another address that is not trusted. */
  isDisbelieved?: boolean;
}

const longest = 255;

/** The origin of a call, as a session stores it. */
export const CurrentOrigin = createParamDecorator((_: unknown, context: ExecutionContext): Origin => {
  const { ip, headers, socket } = context.switchToHttp().getRequest<ApiRequest>();
  const isDisbelieved = headers['x-forwarded-for'] !== undefined && ip === socket.remoteAddress;
  return { ipAddress: ip, userAgent: headers['user-agent']?.slice(0, longest) ?? null, isDisbelieved };
});
