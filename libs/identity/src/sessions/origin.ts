import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { ApiRequest } from '@tollgate/platform';

/** From where a call comes. */
export interface Origin {
  ipAddress: string;
  userAgent: string | null;
}

const longest = 255;

/** From where a call comes, as a session keeps it. */
export const CurrentOrigin = createParamDecorator((_: unknown, context: ExecutionContext): Origin => {
  const { ip, headers } = context.switchToHttp().getRequest<ApiRequest>();
  return { ipAddress: ip, userAgent: headers['user-agent']?.slice(0, longest) ?? null };
});
