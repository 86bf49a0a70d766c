import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Link, Outlet, useRouteContext } from '@tanstack/react-router';
import { NoticeLines } from '../../acts/notice-lines.js';
import { NothingHere } from '../../frame/notices.js';

const pages = [
  { label: msg`Organizations`, to: '/operator' },
  { label: msg`Parked items`, to: '/operator/parked' },
  { label: msg`Paused webhooks`, to: '/operator/paused-webhooks' },
  { label: msg`Services`, to: '/operator/services' },
  { label: msg`Test clocks`, to: '/operator/test-clocks' },
  { label: msg`Operators`, to: '/operator/operators' },
] as const;

/** The frame of the pages for the operators of the installation. For others there is no such page. */
export function OperatorFrame() {
  const { t } = useLingui();
  const { session } = useRouteContext({ from: '/signed-in' });
  if (!session.user.operator) return <NothingHere />;
  return (
    <>
      <nav className="operator-pages" aria-label={t`Pages of the installation`}>
        {pages.map(({ label, to }) => (
          <Link key={to} to={to} activeOptions={{ exact: to === '/operator', includeSearch: false }}>
            {t(label)}
          </Link>
        ))}
      </nav>
      <div className="with-navigation">
        <Outlet />
      </div>
      <NoticeLines />
    </>
  );
}
