import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { isConsoleCall, type ApiRequest } from '@tollgate/platform';

/** The origin of a call. */
export interface Origin {
  ipAddress: string;
  userAgent: string | null;
  /** Whether the call claims another address that is not trusted. */
  isDisbelieved?: boolean;
  /** Whether the console signs in: a cookie then carries the session, which ends after hours without a call. */
  isConsole?: boolean;
  /** The header with the cookies of the call. */
  cookies?: string | undefined;
}

const longest = 255;

/** The origin of a call, as a session stores it. */
export const CurrentOrigin = createParamDecorator((_: unknown, context: ExecutionContext): Origin => {
  const request = context.switchToHttp().getRequest<ApiRequest>();
  const { ip, headers, socket } = request;
  const isDisbelieved = headers['x-forwarded-for'] !== undefined && ip === socket.remoteAddress;
  return {
    ipAddress: ip,
    userAgent: headers['user-agent']?.slice(0, longest) ?? null,
    isDisbelieved,
    isConsole: isConsoleCall(request),
    cookies: headers.cookie,
  };
});
