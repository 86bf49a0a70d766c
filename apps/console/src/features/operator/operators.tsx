import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRouteContext } from '@tanstack/react-router';
import { answerOf } from '../../api/client.js';
import { operatorApi, type Operator } from '../../api/operator.js';
import { Field } from '../../frame/forms.js';
import { textColumn, type Column } from '../../ui/columns.js';
import { OperatorAct } from './act.js';
import { OperatorList } from './list.js';

const placeOf = (email: string) => ({ params: { path: { email } } });

function Appoint() {
  const { t } = useLingui();
  return (
    <OperatorAct
      label={msg`Appoint an operator`}
      Fields={({ error }) => <Field name="email" type="email" label={t`E-mail address`} error={error} />}
      send={({ email = '' }) => answerOf(operatorApi.PUT('/admin/operators/{email}', placeOf(email.trim() || '-')))}
      done={msg`The operator is appointed.`}
    >
      <Trans>The person has an account, and may do on these pages what you may.</Trans>
    </OperatorAct>
  );
}

/** The button to dismiss another operator. */
function Dismiss({ email }: { email: string }) {
  const { session } = useRouteContext({ from: '/signed-in' });
  if (session.user.email === email) return <Trans>You</Trans>;
  return (
    <OperatorAct
      label={msg`Dismiss`}
      send={() => answerOf(operatorApi.DELETE('/admin/operators/{email}', placeOf(email)))}
      done={msg`The operator is dismissed.`}
    >
      <Trans>{email} leaves the organizations that it has entered, and loses these pages at once.</Trans>
    </OperatorAct>
  );
}

const columns: readonly Column<Operator>[] = [
  textColumn(msg`E-mail address`, (row) => row.email),
  { label: msg`Actions`, cell: ({ email }) => <Dismiss email={email} />, csv: () => '', pageOnly: true },
];

/** The people who may act for the installation. */
export const Operators = () => (
  <OperatorList
    title={msg`Operators`}
    empty={msg`No operators. The admin key appoints the first one.`}
    name="operators"
    call={(query) => operatorApi.GET('/admin/operators', { params: { query: query as never } })}
    rowsOf={({ operators }) => operators}
    keyOf={({ svc_id: id }) => id}
    columns={columns}
    actions={<Appoint />}
  />
);
